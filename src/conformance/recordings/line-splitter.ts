import { EventTooLargeError } from '../../event-stream/index.ts';
import { GrowingBytes } from '../judge/growing-bytes.ts';

const LF = 0x0a;

/** @param isEnded whether the line has a line feed; only the last one may have none */
type OnLine = (line: string, number: number, isEnded: boolean) => void;

/** Splits pieces of bytes into lines. A line may span pieces; all such lines are joined in the same memory. */
export class LineSplitter {
  readonly #onLine: OnLine;
  /** Longest line, in bytes. */
  readonly #mostBytes: number;
  readonly #onTooLarge: ((number: number) => void) | undefined;
  readonly #rest = new GrowingBytes();
  #length = 0;
  #number = 0;
  #offset = 0;

  /**
   * @param onTooLarge called in place of `onLine` for a line beyond the limit, which is skipped. Without it, `push` throws
   * EventTooLargeError
   */
  constructor(onLine: OnLine, mostBytes: number, onTooLarge?: (number: number) => void) {
    this.#onLine = onLine;
    this.#mostBytes = mostBytes;
    this.#onTooLarge = onTooLarge;
  }

  push(bytes: Uint8Array): void {
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      this.#end(bytes.subarray(start, end), true);
      start = end + 1;
    }
    if (start < bytes.length) this.#keep(bytes.subarray(start));
  }

  end(): void {
    if (this.#length > 0) this.#end(new Uint8Array(0), false);
    this.#rest.release();
  }

  #keep(part: Uint8Array): void {
    this.#count(part.length);
    if (this.#length <= this.#mostBytes) this.#rest.push(part);
    else this.#rest.release();
  }

  #count(bytes: number): void {
    this.#length += bytes;
    if (this.#length > this.#mostBytes && !this.#onTooLarge)
      throw new EventTooLargeError(this.#offset, this.#mostBytes);
  }

  #end(last: Uint8Array, isEnded: boolean): void {
    const isWhole = this.#length === 0;
    this.#count(last.length);
    const isTooLarge = this.#length > this.#mostBytes;
    this.#offset += this.#length + 1;
    this.#length = 0;
    this.#number += 1;
    if (isTooLarge) {
      this.#onTooLarge?.(this.#number);
      return;
    }
    const line = isWhole ? decode(last) : this.#join(last);
    if (line.trim() !== '') this.#onLine(line, this.#number, isEnded);
  }

  #join(last: Uint8Array): string {
    this.#rest.push(last);
    const line = this.#rest.toString();
    this.#rest.clear();
    return line;
  }
}

function decode({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString();
}
