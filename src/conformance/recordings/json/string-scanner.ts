import { BACKSLASH, QUOTE } from '../../judge/json-bytes.ts';

/** Receives a JSON text in two parts: its strings, and everything else. */
export interface ScannedJson {
  /** Bytes outside of strings, with both quotes of each string. A tokenizer of these bytes sees only empty strings. */
  outside(bytes: Uint8Array): void;
  /** A string begins at this byte of the piece. Its opening quote was passed on already. */
  openString(at: number): void;
  /** Bytes of the string as they are written, with escapes. */
  inString(bytes: Uint8Array): void;
}

/** Longest number that is passed on. No number of an archive needs more digits. */
const MOST_DIGITS = 1000;
const ZERO = Uint8Array.of(0x30);

/** For each byte, 1 if a number can contain it. */
const NUMERIC = new Uint8Array(256);
for (const byte of Buffer.from('0123456789+-.eE')) NUMERIC[byte] = 1;

/**
 * Takes the strings out of a JSON text and shortens endless numbers, so that no token of the rest is long. A tokenizer keeps a token
 * until its end, and a text from a stranger may have one of any length.
 */
export class StringScanner {
  readonly #to: ScannedJson;
  #isInString = false;
  /** Whether the last piece ended in a string, after a backslash. */
  #isEscaped = false;
  #digits = 0;

  constructor(to: ScannedJson) {
    this.#to = to;
  }

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#isInString) {
        const end = this.#findEnd(bytes, at);
        if (end > at) this.#to.inString(bytes.subarray(at, end));
        // The closing quote belongs to what is outside.
        at = this.#isInString ? end : this.#readOutside(bytes, end, end + 1);
      } else {
        at = this.#readOutside(bytes, at, at);
      }
    }
  }

  /** The index of the quote that closes the string, or the length if the string continues. */
  #findEnd(bytes: Uint8Array, start: number): number {
    let at = this.#isEscaped ? start + 1 : start;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        this.#isEscaped = false;
        this.#isInString = false;
        return at;
      }
      if (byte === BACKSLASH) at++;
    }
    this.#isEscaped = at > bytes.length;
    return bytes.length;
  }

  /** @returns the index after what was read: an opening quote, a part of a number, or all bytes */
  #readOutside(bytes: Uint8Array, start: number, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte === QUOTE) {
        this.#digits = 0;
        this.#to.outside(bytes.subarray(start, at + 1));
        this.#to.openString(at);
        this.#isInString = true;
        return at + 1;
      }
      if (NUMERIC[byte] === 0) this.#digits = 0;
      else if (++this.#digits > MOST_DIGITS) return this.#shorten(bytes, start, at);
    }
    this.#to.outside(bytes.subarray(start));
    return bytes.length;
  }

  /** Leaves out the rest of a number. The number then ends in 0, since it must not end in a point or sign. */
  #shorten(bytes: Uint8Array, start: number, from: number): number {
    if (this.#digits === MOST_DIGITS + 1) {
      this.#to.outside(bytes.subarray(start, from));
      this.#to.outside(ZERO);
    }
    let at = from;
    while (at < bytes.length && NUMERIC[bytes[at] as number] === 1) at++;
    return at;
  }
}
