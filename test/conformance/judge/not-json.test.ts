import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeNotJson, endOfJson } from '../../../src/conformance/judge/not-json.ts';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the place where a text stops being JSON', () => {
  it.each([
    ['{"a":NaN}', 5],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['[1 2]', 3],
    ["{'a':1}", 1],
    ['{"a":01}', 5],
    ['{"a":"\\x"}', 6],
    ['{"a":"b\nc"}', 7],
    ['{"a":TRUE}', 5],
    ['{"a":1E5}', 9],
    ['{"a":1} x', 8],
    ['  ', 2],
    ['', 0],
    ['{"a":', 5],
    ['[[]', 3],
    ['{"a":1]', 6],
  ])('of %j is %d', (text, at) => {
    expect(endOfJson(text)).toBe(at);
  });

  it('is behind a text that is JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(endOfJson(text)).toBe(text.length);
      }),
    );
  });

  it('is never behind the first damage, and some JSON text begins with what is before it', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('NaN', "'", '\u0001', '}', ']', ',', ':'),
        (text, at, damage) => {
          const index = at % (text.length + 1);
          const damaged = text.slice(0, index) + damage + text.slice(index);
          fc.pre(!isJson(damaged));
          expect(endOfJson(damaged)).toBeLessThanOrEqual(damaged.length);
          expect(endOfJson(damaged.slice(0, endOfJson(damaged)))).toBe(endOfJson(damaged));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('is shown with what surrounds it', () => {
    const text = `{"before":"${'a'.repeat(200)}","tokens":NaN,"after":1}`;
    expect(describeNotJson(text)).toBe(
      `${JSON.stringify(`${'a'.repeat(29)}","tokens":NaN,"after":1}`)}, which is not JSON from character 223 on`,
    );
    expect(describeNotJson('no JSON at all')).toBe('"no JSON at all"');
  });
});
