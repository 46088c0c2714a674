import { exactNumber, UnkeptNumberError } from './exact-number.ts';

/** The form of JSON.parse that TypeScript's types do not declare yet. */
interface SourceAware {
  parse(
    text: string,
    revive: (name: string, value: unknown, context?: { readonly source?: string }) => unknown,
  ): unknown;
}

const AWARE = JSON as unknown as SourceAware;

/** A number that JSON.parse may change: one of 16 digits, or with an exponent of three. Text in strings may match too. */
const PERHAPS_CHANGED = /(?:^|[:,[\s])-?(?:\d[\d.]{15}|\d[\d.]*[eE][+-]?\d{3})/;
const LONG_NUMBERS = /(?<=^|[:,[\s])-?(?:\d[\d.]{15,}(?:[eE][+-]?\d+)?|\d[\d.]*[eE][+-]?\d{3,})/g;

/**
 * Parses JSON without changing a number. One that JavaScript's `number` would change becomes a `bigint` or an `ExactDecimal`. Texts without such a
 * number take hardly longer than with JSON.parse.
 *
 * @throws SyntaxError
 * @throws UnkeptNumberError where there is a number that cannot be kept
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return PERHAPS_CHANGED.test(text) && hasChangedNumber(text) ? readAgain(text) : value;
}

/** Whether a text has a number that JSON.parse changes. Most long ones are fractions that a computer wrote, which it keeps. */
function hasChangedNumber(text: string): boolean {
  for (const [source] of text.matchAll(LONG_NUMBERS)) {
    if (isChanged(source)) return true;
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
