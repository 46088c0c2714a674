import { anyOf } from './alternatives.ts';
import { PLACEHOLDER, type SensitiveKind } from './placeholder.ts';

// Every repetition below is bounded or ends at a character that it cannot match, so no text makes a pattern slow.

const WORD = '[\\p{L}\\p{N}\\p{M}_]';

/** Matches only at the start of a word, so that a long run of letters is tried once. A domain needs a dot. */
const EMAIL = [
  `(?<!${WORD})${WORD}[\\p{L}\\p{N}\\p{M}._%+'-]{0,255}@`,
  '(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?\\.){1,8}',
  '\\p{L}[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}]',
].join('');

/** Matches only what is clearly a telephone number, and not dates, amounts, IP addresses or ids. */
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

/** Scripts without spaces between words. In these, word boundaries cannot be recognized. */
const UNSPACED =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';
const UNSPACED_START = new RegExp(`^${UNSPACED}`, 'u');
const UNSPACED_END = new RegExp(`${UNSPACED}$`, 'u');

/** Compiles a pattern for everything that incognito mode replaces. The name of the matching group is the kind. */
export function compileSensitive(terms: readonly string[]): RegExp {
  const sources: [SensitiveKind, string][] = [
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

/** The two Unicode normal forms of a term, which look the same. */
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
  // A line break may separate the words of a name.
  return Array.from(term.replace(/\s+/gu, ' '), (character) =>
    character === ' ' ? '\\s+' : character.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&'),
  );
}
