import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitText } from '../../../src/rig/script/split-text.ts';
import { anyText } from './any-script.ts';

const cutsPair = (pieces: readonly string[]) =>
  pieces.some(
    (piece, index) => /[\ud800-\udbff]$/.test(piece) && /^[\udc00-\udfff]/.test(pieces[index + 1] ?? ''),
  );

describe('a text', () => {
  it.each<readonly [string, number | undefined, readonly string[]]>([
    ['', undefined, []],
    ['', 3, []],
    ['  \n', undefined, ['  \n']],
    [
      'Ticket 4410 is closed, with the remark that it arrived.',
      undefined,
      ['Ticket 4410 is closed, with ', 'the remark that it arrived.'],
    ],
    [' one two', undefined, [' ', 'one two']],
    ['abcdefg', 3, ['ab', 'cd', 'efg']],
    ['a b', 1, ['a b']],
    ['a😀', 9, ['a', '😀']],
  ])('%j is cut into %j pieces: %j', (text, pieces, wanted) => {
    expect(splitText(text, pieces)).toEqual(wanted);
  });

  it('is restored by joining its pieces, with no empty piece and no cut surrogate pair', () => {
    fc.assert(
      fc.property(anyText, fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }), (text, count) => {
        const pieces = splitText(text, count);
        expect(pieces.join('')).toBe(text);
        expect(pieces).not.toContain('');
        expect(cutsPair(pieces)).toBe(false);
      }),
    );
  });

  it('is cut into the given number of pieces, or into its code points', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, count) => {
        expect(splitText(text, count)).toHaveLength(Math.min(count, [...text].length));
      }),
    );
  });

  it.each(['東', '😀'])('without spaces is cut between code points: %s', (point) => {
    const pieces = splitText(`a${point.repeat(1_000)}`);
    expect(pieces.length).toBeGreaterThan(5);
    expect(cutsPair(pieces)).toBe(false);
  });
});
