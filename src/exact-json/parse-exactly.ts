import { exactNumber, UnkeptNumberError } from './exact-number.ts';

/** The form of JSON.parse that TypeScript's types do not declare yet. */
interface SourceAware {
  parse(
    text: string,
    revive: (name: string, value: unknown, context?: { readonly source?: string }) => unknown,
  ): unknown;
}

const AWARE = JSON as unknown as SourceAware;

/**
 * A part of each number that JSON.parse may change: eight digits in a row, which a number of 16 digits has on one side of its point, or a large
 * exponent. The digits are written out, since V8 then skips most characters. With quantifiers, the search takes ten times as long.
 */
const PERHAPS_CHANGED = /\d\d\d\d\d\d\d\d|\d[eE][+-]?\d\d\d/g;
/** Whether a character can be in a number, by its code. */
const NUMERIC = new Uint8Array(128);
for (const character of '0123456789.eE+-') NUMERIC[character.charCodeAt(0)] = 1;

/**
 * Parses JSON without changing a number. One that JavaScript's `number` would change becomes a `bigint` or an `ExactDecimal`. Texts without such a
 * number take hardly longer than with JSON.parse.
 *
 * @throws SyntaxError
 * @throws UnkeptNumberError where there is a number that cannot be kept
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return hasChangedNumber(text) ? readAgain(text) : value;
}

/** Whether a text has a number that JSON.parse changes. Text in strings may look like one. */
function hasChangedNumber(text: string): boolean {
  let end = 0;
  PERHAPS_CHANGED.lastIndex = 0;
  for (let found = PERHAPS_CHANGED.exec(text); found; found = PERHAPS_CHANGED.exec(text)) {
    let start = found.index;
    while (start > end && NUMERIC[text.charCodeAt(start - 1)] === 1) start -= 1;
    end = PERHAPS_CHANGED.lastIndex;
    while (NUMERIC[text.charCodeAt(end)] === 1) end += 1;
    if (isChanged(text.slice(start, end))) return true;
    PERHAPS_CHANGED.lastIndex = end;
  }
  return false;
}

function isChanged(source: string): boolean {
  try {
    return typeof exactNumber(Number(source), source) !== 'number';
  } catch {
    return true;
  }
}

function readAgain(text: string): unknown {
  try {
    return AWARE.parse(text, (_, value, context) => {
      if (typeof value !== 'number') return value;
      if (context?.source === undefined)
        throw new UnkeptNumberError('a number that JavaScript rounds is not read by this browser');
      return exactNumber(value, context.source);
    });
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnkeptNumberError(
        'a number that JavaScript rounds is not read in JSON that is nested too deeply',
      );
    throw error;
  }
}
