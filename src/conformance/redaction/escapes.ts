/** The meaning and the length of an escape. */
export interface Unit {
  readonly length: number;
  readonly bytes: readonly number[];
  /** Whether the end of the bytes cuts the escape, whose meaning may then be another. */
  readonly isCut?: boolean;
}

/** A way to write a byte as others. */
export interface Escape {
  /** The first byte of the escape. */
  readonly mark: number;
  /**
   * Reads the bytes up to `end` only.
   *
   * @returns a unit of one byte, the mark itself, if there is no escape
   */
  read(bytes: Uint8Array, at: number, end: number): Unit;
}

const NO_DIGIT = 16;
/** For each byte, its value as a hexadecimal digit. */
const HEX_DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) ? NO_DIGIT : digit;
});

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const LETTER_U = 0x75;
/** Nested JSON doubles backslashes. A longer run is no nesting, and the search does not wait for its end. */
const MOST_BACKSLASHES = 64;

/**
 * Escapes of JSON at any nesting depth. A run of backslashes before `uXXXX`, a quote or a slash is one escape. Any other run
 * becomes one backslash, so that all depths look the same.
 */
export const jsonEscape: Escape = {
  mark: BACKSLASH,
  read(bytes, at, end) {
    const after = endOfBackslashes(bytes, at, end);
    const run = { length: after - at, bytes: [BACKSLASH] };
    if (after === end) return { ...run, isCut: run.length < MOST_BACKSLASHES };
    const next = String.fromCharCode(bytes[after] ?? 0);
    if (next === '"' || next === '/') return { length: after + 1 - at, bytes: [next.charCodeAt(0)] };
    if (next === 'u') {
      const unit = readHex(bytes, after + 1, 4, end);
      if (unit === 'cut') return { ...run, isCut: true };
      if (unit !== undefined) return readCharacter(bytes, { at, after: after + 5, end }, unit);
    }
    return run;
  },
};

export const percentEscape: Escape = {
  mark: PERCENT,
  read(bytes, at, end) {
    const byte = readHex(bytes, at + 1, 2, end);
    return typeof byte === 'number'
      ? { length: 3, bytes: [byte] }
      : { length: 1, bytes: [PERCENT], isCut: byte === 'cut' };
  },
};

function endOfBackslashes(bytes: Uint8Array, at: number, end: number): number {
  const most = Math.min(end, at + MOST_BACKSLASHES);
  let after = at;
  while (after < most && bytes[after] === BACKSLASH) after += 1;
  return after;
}

interface Place {
  readonly at: number;
  /** Where the escape of the first half ends. */
  readonly after: number;
  readonly end: number;
}

/** UTF-8 of the character that `\uXXXX` means, or two of them that form a surrogate pair. */
function readCharacter(bytes: Uint8Array, { at, after, end }: Place, unit: number): Unit {
  const alone = { length: after - at, bytes: [...Buffer.from(String.fromCharCode(unit))] };
  if (unit < 0xd800 || unit > 0xdbff) return alone;
  const next = endOfBackslashes(bytes, after, end);
  if (next === end) return { ...alone, isCut: next - after < MOST_BACKSLASHES };
  if (next === after || bytes[next] !== LETTER_U) return alone;
  const low = readHex(bytes, next + 1, 4, end);
  if (low === 'cut') return { ...alone, isCut: true };
  if (low === undefined || low < 0xdc00 || low > 0xdfff) return alone;
  return { length: next + 5 - at, bytes: [...Buffer.from(String.fromCharCode(unit, low))] };
}

/** @returns undefined if these are not hexadecimal digits, `cut` if there are too few bytes */
function readHex(bytes: Uint8Array, at: number, digits: number, end: number): number | 'cut' | undefined {
  let value = 0;
  for (let index = at; index < at + digits; index += 1) {
    if (index >= end) return 'cut';
    const digit = HEX_DIGITS[bytes[index] ?? 0] ?? NO_DIGIT;
    if (digit === NO_DIGIT) return undefined;
    value = value * 16 + digit;
  }
  return value;
}
