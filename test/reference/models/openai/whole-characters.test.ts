import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WholeCharacters } from '../../../../src/reference/models/openai/whole-characters.ts';

const anyText = fc.array(fc.constantFrom('a', 'é', '🗼', '\ud83d', '\uddfc', '\n'), { maxLength: 20 });
const anyCuts = fc.array(fc.nat(25), { maxLength: 10 });

it('returns the same text in whole characters, wherever it was cut', () => {
  fc.assert(
    fc.property(anyText, anyCuts, (characters, cuts) => {
      const text = characters.join('');
      const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
      const whole = new WholeCharacters();
      const given = places.slice(1).map((end, index) => whole.push(text.slice(places[index], end)));
      given.push(whole.end());
      expect(given.join('')).toBe(text.toWellFormed());
      for (const piece of given) expect(piece.isWellFormed()).toBe(true);
    }),
  );
});

it('holds back only half a surrogate pair', () => {
  const whole = new WholeCharacters();
  expect([whole.push('a🗼'), whole.push('\ud83d'), whole.push('b'), whole.end()]).toEqual([
    'a🗼',
    '',
    '\ufffdb',
    '',
  ]);
});
