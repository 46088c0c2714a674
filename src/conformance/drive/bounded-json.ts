import { parseServiceJson, UnreadJsonError } from '../judge/json.ts';
import { TransportFailure } from './wire.ts';

/** The deepest nesting allowed. The contract's responses are far flatter, and code that reads them may recurse. */
const MOST_DEPTH = 500;
/** The most values allowed. A value can take two bytes of JSON but many bytes of memory. */
const MOST_VALUES = 250_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const [LIST, OBJECT] = [0x5b, 0x7b];
const [LIST_END, OBJECT_END] = [0x5d, 0x7d];

/**
 * Parses JSON that may be designed to exhaust the memory or the stack.
 *
 * @returns undefined if the text is not JSON
 * @throws TransportFailure if it is nested too deeply or has too many values
 */
export function parseBounded(text: string, mostValues = MOST_VALUES): unknown {
  countValues(text, mostValues);
  return parseJson(text);
}

/**
 * @returns undefined if the text is not JSON
 * @throws TransportFailure if it has a number that cannot be kept
 */
export function parseJson(text: string): unknown {
  try {
    return parseServiceJson(text);
  } catch (error) {
    if (error instanceof UnreadJsonError)
      throw new TransportFailure('too-large', `JSON of the target cannot be read: ${error.message}`);
    return undefined;
  }
}

/** Estimates how many values a JSON text has. @throws TransportFailure if there are too many, or if they are nested too deeply */
export function countValues(text: string, mostValues = MOST_VALUES): number {
  let depth = 0;
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index);
    } else if (code === COMMA) {
      values += 1;
    } else if (code === LIST || code === OBJECT) {
      values += 1;
      depth += 1;
      if (depth > MOST_DEPTH) throw tooLarge(`is nested deeper than ${MOST_DEPTH} levels`);
    } else if (code === LIST_END || code === OBJECT_END) {
      depth -= 1;
    }
    if (values > mostValues) throw tooLarge(`has more than ${mostValues} values`);
  }
  return values;
}

/** Index of the quote that ends the string at `start`. */
function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text.charCodeAt(end) !== QUOTE) {
    end += text.charCodeAt(end) === BACKSLASH ? 2 : 1;
  }
  return end;
}

function tooLarge(what: string): TransportFailure {
  return new TransportFailure('too-large', `JSON of the target ${what}`);
}
