import { expect, it } from 'vitest';
import { copyJson } from '../../../src/alterations/decorators/copy-json.ts';

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

it('shares nothing with the original', () => {
  const original = { data: [{ name: 'before' }] };
  copyJson(original).data[0].name = 'after';
  expect(original.data[0]?.name).toBe('before');
});
