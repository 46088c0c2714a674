import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretGrowingMask } from '../../../src/reference/secrets/growing-mask.ts';
import { SHORTEST } from '../../../src/reference/secrets/list-secrets.ts';
import { SecretFinder } from '../../../src/reference/secrets/secret-finder.ts';

/** Few different characters, so that secrets overlap, begin with each other, and occur in parts. */
const letter = fc.constantFrom('a', 'b', '-');
const secret = fc.string({ unit: letter, minLength: SHORTEST, maxLength: 12 });

/** Secrets, and the pieces of a text with secrets, parts of secrets, and other text. */
const cases = fc.array(secret, { minLength: 1, maxLength: 4 }).chain((secrets) => {
  const whole = fc.constantFrom(...secrets);
  const part = fc.tuple(whole, fc.nat(12), fc.nat(12)).map(([text, from, to]) => text.slice(from, to));
  const piece = fc.oneof(part, whole, fc.string({ unit: letter }), fc.string({ unit: 'binary' }));
  return fc.record({ secrets: fc.constant(secrets), pieces: fc.array(piece, { maxLength: 12 }) });
});

const open = (secrets: readonly string[]) => new SecretGrowingMask(new SecretFinder(secrets));

function maskPieces(secrets: readonly string[], pieces: readonly string[]): string {
  const mask = open(secrets);
  return pieces.map((piece) => mask.push(piece)).join('') + mask.flush();
}

/** The length of the longest end of a text with which a secret may go on. */
function begunIn(secrets: readonly string[], text: string): number {
  const lengths = secrets.flatMap(({ length }) => Array.from({ length }, (_, size) => size));
  const isBegun = (size: number) =>
    secrets.some((each) => size < each.length && text.endsWith(each.slice(0, size)));
  return Math.max(...lengths.filter(isBegun));
}

/** Masks a whole text by comparing every secret with every place. */
function maskSlowly(secrets: readonly string[], text: string): string {
  const places = Array.from({ length: text.length }, (_, place) => place);
  const found = places.flatMap((start) =>
    secrets
      .filter((each) => text.startsWith(each, start))
      .map(({ length }) => [start, start + length] as const),
  );
  const begun = begunIn(secrets, text);
  if (begun >= SHORTEST) found.push([text.length - begun, text.length]);
  const covers = (place: number) => found.some(([start, end]) => start <= place && place < end);
  const goesOn = (place: number) => found.some(([start, end]) => start < place && place < end);
  return places.map((place) => (!covers(place) ? text[place] : goesOn(place) ? '' : '***')).join('');
}

describe('a growing mask', () => {
  it('replaces all secrets of a text, however the text is split', () => {
    fc.assert(
      fc.property(cases, ({ secrets, pieces }) => {
        const text = pieces.join('');
        const masked = maskPieces(secrets, pieces);
        for (const each of secrets) expect(masked).not.toContain(each);
        expect(masked).toBe(maskSlowly(secrets, text));
        expect(maskPieces(secrets, text.split(''))).toBe(masked);
      }),
    );
  });

  it('holds back only an end with which a secret may begin', () => {
    fc.assert(
      fc.property(cases, ({ secrets, pieces }) => {
        const mask = open(secrets);
        let text = '';
        let shown = '';
        for (const piece of pieces) {
          text += piece;
          shown += mask.push(piece);
          const settled = text.slice(0, text.length - begunIn(secrets, text));
          if (!secrets.some((each) => text.includes(each))) expect(shown).toBe(settled);
        }
      }),
    );
  });

  it('never shows a whole secret, even if it is flushed in the middle of one', () => {
    fc.assert(
      fc.property(cases, ({ secrets, pieces }) => {
        const mask = open(secrets);
        const shown = pieces.map((piece) => mask.push(piece) + mask.flush()).join('');
        for (const each of secrets) expect(shown).not.toContain(each);
      }),
    );
  });

  it('masks the end of a secret that began before a flush', () => {
    const mask = open(['open sesame']);
    expect(mask.push('It is open') + mask.flush()).toBe('It is open');
    expect(mask.push(' sesame.') + mask.flush()).toBe('***.');
  });
});
