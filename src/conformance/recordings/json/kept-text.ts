import { isUtf8 } from 'node:buffer';
import { BACKSLASH } from '../../judge/json-bytes.ts';

const BLOCK = 64 * 1024;
/** Bytes of the longest character: a pair of escapes, such as `\ud83d\ude00`. */
const LONGEST_CHARACTER = 12;
const LETTER_U = 0x75;

/** Bytes that are no part of a JSON string, or no UTF-8. */
export class DamagedTextError extends Error {
  readonly code = 'damaged-text';

  constructor() {
    super('it is not a JSON string in UTF-8');
    this.name = 'DamagedTextError';
  }
}

/**
 * Memory for the long strings of one value, as they are written, in blocks. Many small pieces take no more memory than a few large ones,
 * and growing copies nothing.
 */
export class TextStore {
  readonly #blocks: Uint8Array[] = [];
  length = 0;

  append(bytes: Uint8Array): void {
    for (let taken = 0; taken < bytes.length; ) {
      const used = this.length % BLOCK;
      const block = Math.floor(this.length / BLOCK);
      const part = bytes.subarray(taken, taken + BLOCK - used);
      this.#blocks[block] ??= new Uint8Array(BLOCK);
      this.#blocks[block].set(part, used);
      taken += part.length;
      this.length += part.length;
    }
  }

  /** Forgets all texts. One block is kept for the next ones. */
  clear(): void {
    this.#blocks.length = Math.min(this.#blocks.length, 1);
    this.length = 0;
  }

  *read(from: number, to: number): Generator<Uint8Array> {
    for (let at = from; at < to; ) {
      const start = at % BLOCK;
      const end = Math.min(BLOCK, start + to - at);
      yield (this.#blocks[Math.floor(at / BLOCK)] as Uint8Array).subarray(start, end);
      at += end - start;
    }
  }
}

/** A string of a JSON text that may be long. It is decoded in pieces, each time that it is read, until its store is cleared. */
export class KeptText {
  readonly #store: TextStore;
  readonly #from: number;
  readonly #to: number;

  constructor(store: TextStore, from: number, to: number) {
    this.#store = store;
    this.#from = from;
    this.#to = to;
  }

  get isEmpty(): boolean {
    return this.#from === this.#to;
  }

  /**
   * The text as UTF-8, in pieces that end between characters. Lone surrogates become U+FFFD.
   *
   * @throws DamagedTextError
   */
  *pieces(): Generator<Uint8Array> {
    let rest: Uint8Array = new Uint8Array(0);
    for (const block of this.#store.read(this.#from, this.#to)) {
      const bytes = rest.length === 0 ? block : Buffer.concat([rest, block]);
      const end = endOfCharacters(bytes);
      if (end > 0) yield Buffer.from(decodeString(bytes.subarray(0, end)));
      rest = bytes.slice(end);
    }
    if (rest.length > 0) yield Buffer.from(decodeString(rest));
  }
}

/**
 * Decodes the bytes between the quotes of a JSON string.
 *
 * @throws DamagedTextError
 */
export function decodeString(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new DamagedTextError();
  try {
    return JSON.parse(`"${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)}"`);
  } catch {
    throw new DamagedTextError();
  }
}

/** Where the last character ends that is complete for certain. What follows may continue an escape, a pair or a sequence. */
export function endOfCharacters(bytes: Uint8Array): number {
  let safe = 0;
  for (let at = 0; at <= bytes.length - LONGEST_CHARACTER; at += lengthOfCharacter(bytes, at)) safe = at;
  return safe;
}

function lengthOfCharacter(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] as number;
  if (byte >= 0xc0) return byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
  if (byte !== BACKSLASH) return 1;
  if (bytes[at + 1] !== LETTER_U) return 2;
  return isHalf(bytes, at, '89ab') && isHalf(bytes, at + 6, 'cdef') ? 12 : 6;
}

/** Whether an escape is the half of a surrogate pair whose second digit is one of these: D8 to DB is the first half. */
function isHalf(bytes: Uint8Array, at: number, digits: string): boolean {
  const isEscape = bytes[at] === BACKSLASH && bytes[at + 1] === LETTER_U;
  return isEscape && lowerCase(bytes[at + 2]) === 'd' && digits.includes(lowerCase(bytes[at + 3]));
}

function lowerCase(byte = 0): string {
  return String.fromCharCode(byte).toLowerCase();
}
