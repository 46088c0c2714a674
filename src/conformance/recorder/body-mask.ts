import type { Redactor } from '../redaction/redact.ts';

interface Waiting {
  readonly raw: Uint8Array;
  readonly masked: Uint8Array;
  readonly at: number;
}

/**
 * Masks the secrets in a body as it comes, also across the borders of its chunks. A chunk whose end may be the beginning of a secret
 * waits for the next; chunks keep their borders and their times.
 */
export class BodyMask {
  readonly #redactor: Redactor;
  readonly #onChunk: (masked: Uint8Array, at: number) => void;
  #waiting: Waiting[] = [];

  constructor(redactor: Redactor, onChunk: (masked: Uint8Array, at: number) => void) {
    this.#redactor = redactor;
    this.#onChunk = onChunk;
  }

  /** @param bytes are left as they are, and must be left so by others */
  push(bytes: Uint8Array, at: number): void {
    this.#waiting.push({ raw: bytes, masked: Uint8Array.from(bytes), at });
    this.#settle(this.#mask(false));
  }

  /** @param isCut whether the body may go on: its end may be the beginning of a secret */
  end(isCut: boolean): void {
    this.#mask(isCut);
    this.#settle(Number.POSITIVE_INFINITY);
  }

  /** @returns how many bytes of those that wait are as they will be */
  #mask(isCut: boolean): number {
    const raw = Buffer.concat(this.#waiting.map((chunk) => chunk.raw));
    // What was found before stays masked, even where its beginning waits no more.
    const masked = Buffer.concat(this.#waiting.map((chunk) => chunk.masked));
    const settled = this.#redactor.bytes(raw, isCut, masked);
    let end = 0;
    this.#waiting = this.#waiting.map(({ raw: { length }, at }) => {
      end += length;
      return { raw: raw.subarray(end - length, end), masked: masked.subarray(end - length, end), at };
    });
    return settled;
  }

  #settle(settled: number): void {
    let end = 0;
    for (let chunk = this.#waiting[0]; chunk; chunk = this.#waiting[0]) {
      end += chunk.raw.length;
      if (end > settled) return;
      this.#waiting.shift();
      this.#onChunk(chunk.masked, chunk.at);
    }
  }
}
