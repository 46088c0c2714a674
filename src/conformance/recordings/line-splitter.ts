import { EventTooLargeError } from '../../event-stream/index.ts';

const LF = 0x0a;

/** @param isEnded whether the line has a line feed; only the last one may have none */
type OnLine = (line: string, number: number, isEnded: boolean) => void;

/** Splits pieces of bytes into lines. A line may span pieces; its parts are joined once, at its end. */
export class LineSplitter {
  readonly #onLine: OnLine;
  /** Longest line, in bytes. */
  readonly #mostBytes: number;
  #parts: Uint8Array[] = [];
  #length = 0;
  #number = 0;
  #offset = 0;

  constructor(onLine: OnLine, mostBytes: number) {
    this.#onLine = onLine;
    this.#mostBytes = mostBytes;
  }

  push(bytes: Uint8Array): void {
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      this.#keep(bytes.subarray(start, end));
      this.#flush(true);
      start = end + 1;
    }
    // A copy, since the caller reuses the memory of the piece.
    if (start < bytes.length) this.#keep(Uint8Array.from(bytes.subarray(start)));
  }

  end(): void {
    if (this.#length > 0) this.#flush(false);
  }

  #keep(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > this.#mostBytes) throw new EventTooLargeError(this.#offset, this.#mostBytes);
    this.#parts.push(part);
  }

  #flush(isEnded: boolean): void {
    const line = Buffer.concat(this.#parts).toString();
    this.#offset += this.#length + 1;
    this.#parts = [];
    this.#length = 0;
    this.#number += 1;
    if (line.trim() !== '') this.#onLine(line, this.#number, isEnded);
  }
}
