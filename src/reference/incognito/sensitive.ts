import { anyOf } from './alternatives.ts';
import { type Kind, PLACEHOLDER } from './placeholder.ts';

// Every repetition below is bounded or ends at a character that it cannot hold, so no text makes a pattern slow.

const WORD = '[\\p{L}\\p{N}\\p{M}_]';

/** Starts only where a word does, so that a long run of letters is tried once. A domain needs a dot. */
const EMAIL = [
  `(?<!${WORD})${WORD}[\\p{L}\\p{N}\\p{M}._%+'-]{0,255}@`,
  '(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?\\.){1,8}',
  '\\p{L}[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}]',
].join('');

/** Only what is clearly written as a telephone number: dates, amounts, addresses of machines and ids are left alone. */
const PHONES = [
  // +49 (0)30 1234567
  '\\+[0-9](?:[ .()/-]{0,2}[0-9]){7,14}',
  // (555) 123-4567
  '\\([0-9]{2,5}\\) ?[0-9]{3,4}[ .-]?[0-9]{3,4}',
  // 555-123-4567, 1-555-123-4567
  '(?:1[.-])?[0-9]{3}(?<gap>[.-])[0-9]{3}\\k<gap>[0-9]{4}',
  // 030 1234567, 020 7946 0018
  '0[0-9]{1,4}[ /-][0-9]{3,4}(?:[ -]?[0-9]{3,4}){1,2}',
  // 044 668 18 00
  '0[0-9]{1,4}[ /-][0-9]{3}(?:[ -][0-9]{2}){2}',
  // 06 12 34 56 78
  '0[0-9](?:[ .][0-9]{2}){4}',
];
const PHONE = `(?<![\\p{L}\\p{N}_+-]|[0-9]\\.)(?:${PHONES.join('|')})(?![\\p{N}_]|[.:-][0-9])`;

/** Scripts that write no spaces between words; there an end of a word cannot be told. */
const UNSPACED =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';
const UNSPACED_START = new RegExp(`^${UNSPACED}`, 'u');
const UNSPACED_END = new RegExp(`${UNSPACED}$`, 'u');

/** A pattern that finds what incognito mode replaces. Which of the kinds it found is the name of the group. */
export function compileSensitive(terms: readonly string[]): RegExp {
  const sources: [Kind, string][] = [
    ['literal', PLACEHOLDER],
    ['email', EMAIL],
    ['phone', PHONE],
    ['name', wholeWords(terms.flatMap(spellings))],
  ];
  const groups = sources
    .filter(([, source]) => source !== '')
    .map(([kind, source]) => `(?<${kind}>${source})`);
  return new RegExp(groups.join('|'), 'giu');
}

/** Accents can be written in two ways that look the same. */
function spellings(term: string): string[] {
  const trimmed = term.trim();
  return trimmed === '' ? [] : [trimmed.normalize('NFC'), trimmed.normalize('NFD')];
}

function wholeWords(terms: readonly string[]): string {
  const byEdges = Map.groupBy(terms, (term) =>
    [UNSPACED_START.test(term) ? '' : `(?<!${WORD})`, UNSPACED_END.test(term) ? '' : `(?!${WORD})`].join(
      'TERM',
    ),
  );
  return Array.from(byEdges, ([edges, alike]) => edges.replace('TERM', () => anyOf(alike.map(stepsOf)))).join(
    '|',
  );
}

function stepsOf(term: string): string[] {
  // A name may be broken across two lines.
  return Array.from(term.replace(/\s+/gu, ' '), (character) =>
    character === ' ' ? '\\s+' : character.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&'),
  );
}
