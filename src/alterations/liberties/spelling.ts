import type { Chance } from './chance.ts';

/** The liberties that a server takes with the text of JSON. */
export interface SpellingLiberties {
  /** Numbers are written as 17.0, 1.7e1 or 170e-1. */
  readonly numbers: boolean;
  /** Characters are written as escapes. */
  readonly escapes: boolean;
  /** White space surrounds commas, colons and brackets. */
  readonly space: boolean;
}

const SOMETIMES = 0.3;
const RARELY = 0.05;
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[,:[\]{}]/gs;
/** A character of a string of JSON, or an escape. */
const CHARACTER = /\\u[\da-f]{4}|\\.|[^\\]/gisu;
const INTEGER = /^-?[1-9]\d{0,14}$/;
const SPACES: readonly [string, ...string[]] = [' ', '  ', '\t', '\n', '\r\n', '\n\n  '];

/** Writes a text of JSON in another way that has the same value. */
export function respell(text: string, liberties: SpellingLiberties, chance: Chance): string {
  return text.replaceAll(TOKEN, (token) => {
    if (token.startsWith('"'))
      return liberties.escapes && chance.happens(SOMETIMES) ? escapeSome(token, chance) : token;
    if (INTEGER.test(token))
      return liberties.numbers && chance.happens(SOMETIMES) ? writeInteger(token, chance) : token;
    if (!/^[,:[\]{}]$/.test(token) || !liberties.space || !chance.happens(SOMETIMES)) return token;
    return chance.happens(0.5) ? `${token}${chance.pick(SPACES)}` : `${chance.pick(SPACES)}${token}`;
  });
}

function writeInteger(digits: string, chance: Chance): string {
  const sign = digits.startsWith('-') ? '-' : '';
  const [first, ...rest] = digits.slice(sign.length);
  return chance.pick([
    `${digits}.0`,
    `${digits}0e-1`,
    `${digits}.00e0`,
    `${sign}${first}.${rest.join('')}0E+${rest.length}`,
    `${sign}0.${first}${rest.join('')}e${rest.length + 1}`,
  ]);
}

function escapeSome(token: string, chance: Chance): string {
  const escaped = token.slice(1, -1).replaceAll(CHARACTER, (character) => {
    if (character === '/') return chance.happens(0.5) ? '\\/' : character;
    if (character.startsWith('\\') || !chance.happens(RARELY)) return character;
    return Array.from({ length: character.length }, (_, at) =>
      escapeUnit(character.charCodeAt(at), chance),
    ).join('');
  });
  return `"${escaped}"`;
}

function escapeUnit(unit: number, chance: Chance): string {
  const code = unit.toString(16).padStart(4, '0');
  return `\\u${chance.happens(0.5) ? code : code.toUpperCase()}`;
}
