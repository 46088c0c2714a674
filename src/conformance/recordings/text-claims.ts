import { isAscii } from 'node:buffer';
import { excerpt } from '../judge/excerpt.ts';

/** What an archive says about the size of a body. */
export interface ClaimedSizes {
  readonly size?: number | undefined;
  readonly compression?: number | undefined;
}

/** Bytes. No tool writes a longer placeholder. */
const LONGEST_PLACEHOLDER = 200;
/** What tools that remove secrets write in place of a body, such as `[application/json redacted]`. */
const PLACEHOLDER =
  /^\W{0,9}(?:[\w/+.:;=-]{1,80} ){0,5}(?:filtered|hidden|masked|omitted|redacted|removed|sanitized|scrubbed|stripped|truncated)\W{0,9}$/i;

/** The bytes of Windows-1252, in which tools misread UTF-8, by the codes of their characters. Other characters up to U+00FF are their own byte. */
const BYTES: ReadonlyMap<number, number> = new Map(
  Array.from({ length: 0x20 }, (_, index) => 0x80 + index).map((byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)).charCodeAt(0),
    byte,
  ]),
);

/** Compares the text of a body with what its archive says about it, piece by piece. The pieces are UTF-8 and end between characters. */
export class TextClaims {
  readonly #sizes: ClaimedSizes;
  #length = 0;
  #beginning = '';
  readonly #second = new TextDecoder('utf-8', { fatal: true });
  /** Whether the text can be decoded a second time, so far. */
  #decodesTwice: boolean;
  #isAscii = true;
  /** Bytes of the text that was misread. */
  #misread = 0;

  /** @param isText whether a tool had to decode the body. It can only misread such a one */
  constructor(sizes: ClaimedSizes = {}, isText = true) {
    this.#sizes = sizes;
    this.#decodesTwice = isText;
  }

  push(piece: Uint8Array): void {
    if (this.#length <= LONGEST_PLACEHOLDER)
      this.#beginning += textOf(piece.subarray(0, LONGEST_PLACEHOLDER));
    this.#length += piece.length;
    if (this.#decodesTwice) this.#decodesTwice = this.#decodeAgain(piece);
  }

  /** Says that the whole text was read. */
  end(): void {
    this.#decodesTwice &&= !this.#isAscii && this.#decodes(new Uint8Array(0), false);
  }

  /** Whether a tool misread the body, and the archive has the size of the body before. `undoMisreading` then gives the body back. */
  get isMisread(): boolean {
    const { size, compression } = this.#sizes;
    if (!this.#decodesTwice || size === undefined) return false;
    return this.#misread === size || this.#misread === size + (compression ?? 0);
  }

  /** What the whole text is instead of the body; undefined if nothing denies it. */
  get problem(): string | undefined {
    const { size, compression = 0 } = this.#sizes;
    if (this.#length <= LONGEST_PLACEHOLDER && PLACEHOLDER.test(this.#beginning))
      return `replaced by a placeholder: ${excerpt(this.#beginning)}`;
    if (this.isMisread) return undefined;
    // A tool that counts the packed body says so by a negative compression if that is the longer one.
    if (size !== undefined && size > this.#length && compression >= 0)
      return `cut: the archive has ${this.#length} of its ${size} bytes`;
    return this.#decodesTwice ? 'encoded twice, as if it had been read in another encoding' : undefined;
  }

  #decodeAgain(piece: Uint8Array): boolean {
    // Only the first byte of an ASCII text can break a character that is not finished.
    const isPlain = isAscii(piece);
    this.#isAscii &&= isPlain;
    const bytes = isPlain ? piece : misreadBytes(textOf(piece));
    this.#misread += bytes?.length ?? 0;
    return bytes !== undefined && this.#decodes(isPlain ? bytes.subarray(0, 1) : bytes, true);
  }

  #decodes(bytes: Uint8Array, stream: boolean): boolean {
    try {
      this.#second.decode(bytes, { stream });
      return true;
    } catch {
      return false;
    }
  }
}

/** The bytes of a piece of a body that was misread. */
export function undoMisreading(piece: Uint8Array): Uint8Array {
  return misreadBytes(textOf(piece)) ?? piece;
}

/** The bytes that were misread as this text; undefined if no bytes are. */
function misreadBytes(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = code < 0x100 ? code : BYTES.get(code);
    if (byte === undefined) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}

function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString();
}
