import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyOf } from '../../../src/reference/incognito/alternatives.ts';

describe('anyOf', () => {
  it.each([
    [['ann'], 'ann'],
    [['ann', 'anna', 'bob'], '(?:ann(?:a)?|bob)'],
    [['ann', 'ann'], 'ann'],
    [[], ''],
  ])('writes the common parts of %j once', (terms, source) => {
    expect(anyOf(terms.map((term) => [...term]))).toBe(source);
  });

  it('finds each term, prefers the longest match, and finds nothing else', () => {
    const term = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(term, { minLength: 1 }), term, (terms, text) => {
        const [found = null] = new RegExp(`^(?:${anyOf(terms.map((each) => [...each]))})`).exec(text) ?? [];
        const fitting = terms
          .filter((each) => text.startsWith(each))
          .sort((one, other) => other.length - one.length);
        expect(found).toBe(fitting[0] ?? null);
      }),
    );
  });

  it('accepts a very long term', () => {
    const long = 'x'.repeat(5000);
    expect(new RegExp(anyOf([[...long], ['y']])).test(long)).toBe(true);
  });
});
