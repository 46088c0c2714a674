import { expect, it } from 'vitest';
import { maskLine } from '../../src/secrets/index.ts';

it.each([
  ['sent "Authorization: Bearer abc", refused', 'sent "Authorization: Bearer …", refused'],
  ['{"x-api-key":"abc","n":1}', '{"x-api-key":"…","n":1}'],
  ['headers: x-functions-key: abc', 'headers: x-functions-key: …'],
  [String.raw`{"msg":"{\"set-cookie\":\"a=b\"}"}`, String.raw`{"msg":"{\"set-cookie\":\"…\"}"}`],
  ['idempotency-key: abc', 'idempotency-key: abc'],
  ['the key: abc', 'the key: abc'],
])('%s is written as %s', (line, written) => expect(maskLine(line, '…')).toBe(written));
