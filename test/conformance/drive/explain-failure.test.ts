import { expect, it } from 'vitest';
import { explainFailure } from '../../../src/conformance/drive/explain-failure.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { errors } from '../../../src/conformance/drive/undici.ts';

it('calls a stream that a proxy closed before its last chunk broken off, not invalid HTTP', () => {
  const error = new errors.HTTPParserError(
    'Response does not match the HTTP/1.1 protocol (Invalid EOF state)',
  );
  expect(explainFailure(error, DRIVE_LIMITS)).toMatchObject({
    problem: 'broken',
    message: 'the response broke off: the connection was closed before its end',
  });
});
