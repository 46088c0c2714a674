import { expect, it } from 'vitest';
import { copyJson } from '../../../src/alterations/decorators/copy-json.ts';
import { parseExactly } from '../../../src/reference/exact-json.ts';

it.each([
  ['undefined', undefined],
  ['null', null],
  ['a text', 'plain'],
  ['an empty object in a list', [{}, [], 0, false]],
  ['members that are undefined', { absent: undefined }],
  ['a member named __proto__', JSON.parse('{"metadata": {"__proto__": {"polluted": true}}}')],
])('copies %s', (_, value) => {
  expect(copyJson(value)).toEqual(structuredClone(value));
  expect(JSON.stringify(copyJson(value))).toBe(JSON.stringify(value));
});

it('keeps the text of a number that JavaScript cannot hold', () => {
  const original = parseExactly('{"metadata":{"number":9007199254740993}}');
  expect(JSON.stringify(copyJson(original))).toBe('{"metadata":{"number":9007199254740993}}');
});

it('shares nothing with the original', () => {
  const original = { data: [{ name: 'before' }] };
  copyJson(original).data[0].name = 'after';
  expect(original.data[0]?.name).toBe('before');
});
