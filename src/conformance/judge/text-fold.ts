import type { Hash } from 'node:crypto';
import { giveBack, takeMemory } from '../../event-stream/index.ts';

/** The block doubles from here. */
const SMALLEST = 1024;
/** At least twice the bytes that anything asks room for. */
const BLOCK = 1024 * 1024;
const NOTHING = new Uint8Array(0);
/** Code units that are encoded at once. A unit takes at most three bytes of UTF-8. */
const PIECE = 16 * 1024;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const CONTROL = /[\u0000-\u001f]/;
const encoder = new TextEncoder();
const scratch = new Uint8Array(3 * PIECE);

/**
 * The text that the deltas add up to, in constant memory: one block of bytes, and a hash of all bytes before it.
 *
 * Longer texts are equal if their lengths and hashes are equal. Nearly all texts fit into one block, and these are compared byte
 * by byte and never hashed.
 */
export class TextFold {
  /** UTF-8 of the text after the last hashed block. The fast path calls `room` and then writes here. */
  block: Uint8Array<ArrayBuffer> = NOTHING;
  /** The same bytes, for writing several at once. */
  view = new DataView(NOTHING.buffer);
  used = 0;
  /** Whether the text may contain a control character. */
  hasControls = false;
  #capacity = 0;
  #hash: Hash | undefined;
  #hashed = 0;
  /** A high surrogate at the end of the last piece. The next piece may begin with its other half. */
  #half = '';

  append(text: string): void {
    const whole = this.#half + text;
    this.#half = '';
    this.hasControls ||= CONTROL.test(text);
    const last = whole.charCodeAt(whole.length - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    if (isHalf) this.#half = whole.slice(-1);
    this.#write(isHalf ? whole.slice(0, -1) : whole);
  }

  replace(text: string): void {
    this.#hash = undefined;
    this.#hashed = 0;
    this.#half = '';
    this.used = 0;
    this.hasControls = false;
    this.append(text);
  }

  /** Whether UTF-8 can be appended to the block. False between the halves of a surrogate pair. */
  get isWhole(): boolean {
    return this.#half === '';
  }

  /** Whether `block` contains the whole text. */
  get isInBlock(): boolean {
    return !this.#hash && this.#half === '';
  }

  /** Size of the memory that was asked for and not given back. It depends on the text only, and not on spare memory. */
  get capacity(): number {
    return this.#capacity;
  }

  /** Makes room for so many bytes in `block` after `used`: at most one piece of text. */
  room(bytes: number): void {
    if (this.used + bytes <= this.#capacity) return;
    if (this.#capacity === BLOCK) this.#flush();
    else this.#grow(this.used + bytes);
  }

  /** Gives the memory back. The text is lost. */
  release(): void {
    if (this.block !== NOTHING) giveBack(this.block);
    this.block = NOTHING;
    this.view = new DataView(NOTHING.buffer);
    this.#capacity = 0;
    this.used = 0;
  }

  #grow(bytes: number): void {
    this.#capacity = Math.max(this.#capacity, SMALLEST);
    while (this.#capacity < bytes) this.#capacity *= 2;
    // A spare block may be larger, and then the text stays where it is.
    if (this.#capacity <= this.block.length) return;
    const grown = takeMemory(this.#capacity);
    grown.set(this.block.subarray(0, this.used));
    if (this.block !== NOTHING) giveBack(this.block);
    this.block = grown;
    this.view = new DataView(grown.buffer);
  }

  /** Whether the text equals another. Both are compared as UTF-8, where a lone surrogate is U+FFFD. */
  equals(text: string): boolean {
    this.#settle();
    if (!this.#hash) return this.#isBlock(text);
    const other = new TextFold();
    other.append(text);
    other.#settle();
    const isSame = this.bytes === other.bytes && this.#digest() === other.#digest();
    other.release();
    return isSame;
  }

  /** Length of the text in UTF-8, in bytes. */
  get bytes(): number {
    return this.#hashed + this.used + (this.#half ? 3 : 0);
  }

  #isBlock(text: string): boolean {
    let at = 0;
    for (const piece of piecesOf(text)) {
      const { written } = encoder.encodeInto(piece, scratch);
      if (at + written > this.used) return false;
      if (Buffer.compare(scratch.subarray(0, written), this.block.subarray(at, at + written)) !== 0)
        return false;
      at += written;
    }
    return at === this.used;
  }

  #settle(): void {
    const half = this.#half;
    this.#half = '';
    if (half) this.#write(half);
  }

  #write(text: string): void {
    for (const piece of piecesOf(text)) {
      this.room(piece.length * 3);
      this.used += encoder.encodeInto(piece, this.block.subarray(this.used)).written;
    }
  }

  #flush(): void {
    // Loaded when needed: most streams never fill a block, and loading the module takes time.
    this.#hash ??= process.getBuiltinModule('node:crypto').createHash('sha256');
    this.#hash.update(this.block.subarray(0, this.used));
    this.#hashed += this.used;
    this.used = 0;
  }

  #digest(): string {
    this.#flush();
    return (this.#hash as Hash).copy().digest('hex');
  }
}

/** Cuts text into pieces, never between the halves of a surrogate pair. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + PIECE);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end -= 1;
    yield start === 0 && end === text.length ? text : text.slice(start, end);
    start = end;
  }
}
