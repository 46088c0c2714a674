import type { Hash } from 'node:crypto';
import { giveBack, takeMemory } from '../../event-stream/index.ts';

const BLOCK = 1024 * 1024;
const NOTHING = new Uint8Array(0);
/** Code units written at once: a unit takes at most three bytes of UTF-8. */
const PIECE = 16 * 1024;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u001f]/;
const encoder = new TextEncoder();
const scratch = new Uint8Array(3 * PIECE);

/**
 * The answer that the deltas add up to, kept in constant memory: a block of bytes, and a hash of those before it.
 *
 * Equality is then a matter of equal length and equal hash. Text that fits into one block, as nearly all does, is compared
 * byte by byte and never hashed.
 */
export class TextFold {
  /** UTF-8 of the text after the last hashed block. The fast path writes here directly, through `room`. */
  block: Uint8Array<ArrayBuffer> = NOTHING;
  /** The same bytes, to be written several at once. */
  view = new DataView(NOTHING.buffer);
  used = 0;
  /** Whether the text may have a control character. */
  hasControls = false;
  #hash: Hash | undefined;
  #hashed = 0;
  /** A high surrogate that ended the last piece: its other half may open the next one. */
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

  /** Whether raw UTF-8 may be written after what is there: false between the halves of a surrogate pair. */
  get isWhole(): boolean {
    return this.#half === '';
  }

  /** Whether the whole text stands in `block`, none of it hashed. */
  get isInBlock(): boolean {
    return !this.#hash && this.#half === '';
  }

  /** Makes room in `block` after `used`, for at most one piece of text. */
  room(bytes: number): void {
    if (this.used + bytes <= this.block.length) return;
    if (this.block !== NOTHING) {
      this.#flush();
      return;
    }
    this.block = takeMemory(BLOCK);
    this.view = new DataView(this.block.buffer);
  }

  /** Gives the memory back. The text is gone. */
  release(): void {
    if (this.block !== NOTHING) giveBack(this.block);
    this.block = NOTHING;
    this.used = 0;
  }

  /** Whether the text is this one. Both are taken as UTF-8, in which a lone surrogate is U+FFFD. */
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

  /** Length of the text in bytes of UTF-8. */
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
    // Loaded when needed: most streams never fill a block, and a short run should not pay for it.
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
