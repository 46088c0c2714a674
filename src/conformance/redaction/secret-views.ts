/**
 * Bytes in their original form, or with escapes undone. Each byte of a view has its place in the original, so that a match in a
 * view can be masked there.
 */
export interface View {
  readonly bytes: Uint8Array;
  /** By index, the start of each byte in the original. Absent in the original itself. */
  readonly starts?: Uint32Array;
  /** By index, the end of each byte in the original. */
  readonly ends?: Uint32Array;
  /** Index in the original of an escape that is cut by the end. */
  readonly unfinishedAt?: number | undefined;
}

const NO_DIGIT = 16;
/** For each byte, its value as a hexadecimal digit. */
const HEX_DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) ? NO_DIGIT : digit;
});

/** The meaning and the length of an escape. */
interface Unit {
  readonly length: number;
  readonly bytes: readonly number[];
  /** Whether the end of the bytes cuts the escape, whose meaning may then be another. */
  readonly isCut?: boolean;
}

interface Escape {
  /** The first byte of the escape. */
  readonly mark: number;
  read(bytes: Uint8Array, at: number): Unit;
}

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
/** Nested JSON doubles backslashes. A longer run is no nesting, and the search does not wait for its end. */
const MOST_BACKSLASHES = 64;

/**
 * Escapes of JSON at any nesting depth. A run of backslashes before `uXXXX`, a quote or a slash is one escape. Any other run
 * becomes one backslash, so that all depths look the same.
 */
const jsonEscape: Escape = {
  mark: BACKSLASH,
  read(bytes, at) {
    let end = at;
    while (end < bytes.length && end - at < MOST_BACKSLASHES && bytes[end] === BACKSLASH) end += 1;
    const run = { length: end - at, bytes: [BACKSLASH] };
    if (end === bytes.length) return { ...run, isCut: run.length < MOST_BACKSLASHES };
    const next = String.fromCharCode(bytes[end] ?? 0);
    if (next === '"' || next === '/') return { length: end + 1 - at, bytes: [next.charCodeAt(0)] };
    if (next === 'u') {
      const unit = readHex(bytes, end + 1, 4);
      if (unit === 'cut') return { ...run, isCut: true };
      if (unit !== undefined) return readCharacter(bytes, at, end + 5, unit);
    }
    return run;
  },
};

const percentEscape: Escape = {
  mark: PERCENT,
  read(bytes, at) {
    const byte = readHex(bytes, at + 1, 2);
    return typeof byte === 'number'
      ? { length: 3, bytes: [byte] }
      : { length: 1, bytes: [PERCENT], isCut: byte === 'cut' };
  },
};

/**
 * All views in which a secret may be visible: the bytes, and the bytes without escapes of JSON, of percent signs, of both, or of
 * percent signs twice.
 */
export function viewsOf(bytes: Uint8Array): View[] {
  const original: View = { bytes };
  const json = undo(original, jsonEscape);
  const percent = undo(original, percentEscape);
  const deeper = [
    json && undo(json, percentEscape),
    percent && undo(percent, jsonEscape),
    percent && undo(percent, percentEscape),
  ];
  return [original, json, percent, ...deeper].filter((view) => view !== undefined);
}

/** The start of the escape that a place of the original is in the middle of; the place itself if it is in none. */
export function escapeStart({ starts, ends }: View, place: number): number {
  if (!starts || !ends) return place;
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  const start = starts[low - 1] ?? place;
  return place < (ends[low - 1] ?? place) ? start : place;
}

/** A secret as it appears in the view without JSON escapes, where its own backslashes count as escapes. */
export function withoutJsonEscapes(secret: Uint8Array): Uint8Array {
  return undo({ bytes: secret }, jsonEscape)?.bytes ?? secret;
}

/** @returns undefined if nothing is escaped */
function undo(view: View, { mark, read }: Escape): View | undefined {
  const { bytes } = view;
  let next = bytes.indexOf(mark);
  if (next < 0) return undefined;
  const plain = new PlainBytes(view);
  let { unfinishedAt } = view;
  let at = 0;
  for (; next >= 0; next = bytes.indexOf(mark, at)) {
    plain.copy(at, next);
    const unit = read(bytes, next);
    if (unit.isCut) {
      const start = view.starts?.[next] ?? next;
      unfinishedAt = Math.min(start, unfinishedAt ?? start);
    }
    plain.put(unit, next);
    at = next + unit.length;
  }
  plain.copy(at, bytes.length);
  return { ...plain.finish(), unfinishedAt };
}

/** Builds a view from another. It has at most as many bytes. */
class PlainBytes {
  readonly #from: View;
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  #length = 0;

  constructor(from: View) {
    const { length } = from.bytes;
    this.#from = from;
    this.#bytes = new Uint8Array(length);
    this.#starts = new Uint32Array(length);
    this.#ends = new Uint32Array(length);
  }

  copy(from: number, to: number): void {
    const { bytes, starts, ends } = this.#from;
    this.#bytes.set(bytes.subarray(from, to), this.#length);
    if (starts && ends) {
      this.#starts.set(starts.subarray(from, to), this.#length);
      this.#ends.set(ends.subarray(from, to), this.#length);
      this.#length += to - from;
      return;
    }
    for (let at = from; at < to; at += 1) {
      this.#starts[this.#length] = at;
      this.#ends[this.#length] = at + 1;
      this.#length += 1;
    }
  }

  put({ bytes, length }: Unit, at: number): void {
    const { starts, ends } = this.#from;
    for (const byte of bytes) {
      this.#bytes[this.#length] = byte;
      this.#starts[this.#length] = starts?.[at] ?? at;
      this.#ends[this.#length] = ends?.[at + length - 1] ?? at + length;
      this.#length += 1;
    }
  }

  finish(): Omit<View, 'unfinishedAt'> {
    return {
      bytes: this.#bytes.subarray(0, this.#length),
      starts: this.#starts.subarray(0, this.#length),
      ends: this.#ends.subarray(0, this.#length),
    };
  }
}

/** UTF-8 of the character that `\uXXXX` means, or two of them that form a surrogate pair. */
function readCharacter(bytes: Uint8Array, at: number, end: number, unit: number): Unit {
  const alone = { length: end - at, bytes: [...Buffer.from(String.fromCharCode(unit))] };
  if (unit < 0xd800 || unit > 0xdbff) return alone;
  let next = end;
  while (next < bytes.length && next - end < MOST_BACKSLASHES && bytes[next] === BACKSLASH) next += 1;
  if (next === bytes.length) return { ...alone, isCut: next - end < MOST_BACKSLASHES };
  if (next === end || bytes[next] !== 'u'.charCodeAt(0)) return alone;
  const low = readHex(bytes, next + 1, 4);
  if (low === 'cut') return { ...alone, isCut: true };
  if (low === undefined || low < 0xdc00 || low > 0xdfff) return alone;
  return { length: next + 5 - at, bytes: [...Buffer.from(String.fromCharCode(unit, low))] };
}

/** @returns undefined if these are not hexadecimal digits, `cut` if there are too few bytes */
function readHex(bytes: Uint8Array, at: number, digits: number): number | 'cut' | undefined {
  let value = 0;
  for (let index = at; index < at + digits; index += 1) {
    const byte = bytes[index];
    if (byte === undefined) return 'cut';
    const digit = HEX_DIGITS[byte] ?? NO_DIGIT;
    if (digit === NO_DIGIT) return undefined;
    value = value * 16 + digit;
  }
  return value;
}
