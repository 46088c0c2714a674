import {
  ExactDecimal,
  isRawNumber,
  isSameScalar,
  UnkeptNumberError,
  writable,
  writeJson,
} from '../../exact-json/exact-number.ts';
import { parseExactly } from '../../exact-json/parse-exactly.ts';
import { BACKSLASH, QUOTE } from './json-bytes.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactDecimal)
  );
}

/** Values and members of one JSON text. Each takes much more memory than the few bytes that write it. */
const MOST_VALUES = 250_000;
/** A value takes at least two bytes: one of its own, and a comma or a bracket. */
const SHORTEST = 2 * MOST_VALUES;
const MARKS = new Set(['{', '[', ','].map((mark) => mark.charCodeAt(0)));

/** A JSON text is not read, since its values would fill the memory or would not be kept. */
export class UnreadJsonError extends Error {
  readonly code = 'unread-json';

  constructor(message: string) {
    super(message);
    this.name = 'UnreadJsonError';
  }
}

/**
 * Parses JSON with a limited number of values.
 *
 * @throws SyntaxError
 * @throws UnreadJsonError
 */
export function parseJson(text: string): unknown {
  limitValues(text);
  return JSON.parse(text);
}

/**
 * Parses JSON of the service: as `parseJson`, with each number as it was written.
 *
 * @throws SyntaxError
 * @throws UnreadJsonError
 */
export function parseServiceJson(text: string): unknown {
  limitValues(text);
  try {
    return parseExactly(text);
  } catch (error) {
    throw error instanceof UnkeptNumberError ? new UnreadJsonError(error.message) : error;
  }
}

function limitValues(text: string): void {
  if (text.length > SHORTEST && countMarks(text) > MOST_VALUES)
    throw new UnreadJsonError(`a JSON text of more than ${MOST_VALUES} values is not read`);
}

/** Bytes of an empty object or list with its place in its container, and of a member of an object. */
export const VALUE_BYTES = 64;
/** Bytes that a code unit of a string takes at most. */
export const UNIT_BYTES = 2;

/** Memory that a JSON value takes, in bytes, about. */
export function memoryOf(value: unknown): number {
  let bytes = 0;
  const parts: unknown[] = [value];
  while (parts.length > 0) {
    const part = parts.pop();
    bytes += VALUE_BYTES;
    if (typeof part === 'string') bytes += UNIT_BYTES * part.length;
    else if (Array.isArray(part)) for (const item of part) parts.push(item);
    else if (isObject(part)) for (const name in part) parts.push(name, part[name]);
  }
  return bytes;
}

/** Counts the brackets and commas outside of strings. */
function countMarks(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else if (MARKS.has(unit)) count += 1;
  }
  return count;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === BACKSLASH) at += 1;
  }
  return text.length;
}

/** The objects in a value that should be an array of objects. The shape rules report everything else in it. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/**
 * Whether two JSON values are equal. The order of members does not count.
 *
 * The work is bounded by the size of `expected`. The function does not recurse, so values of any depth can be compared.
 */
export function isSameJson(expected: unknown, actual: unknown): boolean {
  const pairs: [unknown, unknown][] = [[expected, actual]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [left, right] = pair;
    if (Array.isArray(left)) {
      if (!Array.isArray(right) || left.length !== right.length) return false;
      for (const [index, item] of left.entries()) pairs.push([item, right[index]]);
    } else if (isObject(left)) {
      if (!isObject(right)) return false;
      const keys = Object.keys(left);
      if (keys.length !== Object.keys(right).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(right, key)) return false;
        pairs.push([left[key], right[key]]);
      }
    } else if (!isSameScalar(left, right)) {
      return false;
    }
  }
  return true;
}

/**
 * The JSON of a value with sorted members, so that equal values have the same text.
 *
 * @returns undefined for no value, and for one that is nested too deeply
 */
export function canonicalJson(value: unknown): string | undefined {
  try {
    return typeof value === 'object' ? JSON.stringify(value, sortMembers) : writeJson(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function sortMembers(_: string, value: unknown): unknown {
  if (!isObject(value) || isRawNumber(value)) return writable(value);
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Escapes one reference token of a JSON Pointer (RFC 6901, section 3). */
export function escapePointer(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function unescapePointer(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The value at a place. @param tokens the unescaped tokens of its JSON Pointer. @returns undefined if there is no such place */
export function valueAt(value: unknown, tokens: readonly string[]): unknown {
  let found = value;
  for (const token of tokens)
    found = isObject(found) || Array.isArray(found) ? (found as JsonObject)[token] : undefined;
  return found;
}
