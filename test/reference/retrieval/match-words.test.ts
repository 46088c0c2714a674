import { describe, expect, it } from 'vitest';
import { matchWords } from '../../../src/reference/retrieval/match-words.ts';

describe('matchWords', () => {
  it.each([
    ['Late deliveries', '"deliveries" OR "late"'],
    ['late LATE Late', '"late"'],
    [
      'a* NEAR(b, 2) OR "c" -d ^e f:g',
      '"near" OR "or" OR "a" OR "b" OR "2" OR "c" OR "d" OR "e" OR "f" OR "g"',
    ],
    ['nul\0in\ud800between', '"between" OR "nul" OR "in"'],
    ['Tōkyō 東京', '"tōkyō" OR "東京"'],
    [`key ${'k'.repeat(41)}`, '"key"'],
    ['before\n```script\n[{ "say": "inside" }]\n```\nafter', '"before" OR "after"'],
    ['```script\nnever closed', '"script" OR "closed" OR "never"'],
  ])('turns %j into %s', (prompt, query) => {
    expect(matchWords(prompt)).toBe(query);
  });

  it.each(['', ' \n', '"" * () :', '\0', '\ud800', '🗼', '\u0301', '```script\n[]\n```'])(
    'finds no word in %j',
    (prompt) => {
      expect(matchWords(prompt)).toBeUndefined();
    },
  );

  it('uses the longest 64 words of a longer prompt', () => {
    const words = Array.from({ length: 100 }, (_, index) => `word${index}`);

    const taken = matchWords(`${words.join(' ')} warehouse`)?.split(' OR ') ?? [];

    expect(taken).toHaveLength(64);
    expect(taken[0]).toBe('"warehouse"');
    expect(taken).not.toContain('"word0"');
  });
});
