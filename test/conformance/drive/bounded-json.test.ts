import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countValues, parseBounded } from '../../../src/conformance/drive/bounded-json.ts';

describe('JSON from a target', () => {
  it('is parsed exactly as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseBounded(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is undefined if it is not JSON', () => {
    expect(['', '{', '"', '"\\', '<html>', '[1,]'].map((text) => parseBounded(text))).toEqual(
      Array.from({ length: 6 }, () => undefined),
    );
  });

  it.each([
    ['[]', 2],
    ['[1,2,3]', 4],
    ['{"a":{},"b":"x,[{"}', 4],
    ['"\\",[[["', 1],
  ])('%s is estimated to hold %i values, ignoring text in strings', (text, count) => {
    expect(countValues(text)).toBe(count);
  });

  it.each([
    ['nested', '['.repeat(501), /nested deeper than 500 levels/],
    ['many', `[${'0,'.repeat(250_000)}0]`, /more than 250000 values/],
  ])('that is too %s is refused before it is parsed', (_, text, message) => {
    expect(() => parseBounded(text)).toThrow(message);
  });
});
