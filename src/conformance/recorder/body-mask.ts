import type { Redactor } from '../redaction/redact.ts';

interface Waiting {
  readonly raw: Uint8Array;
  readonly masked: Uint8Array;
  readonly at: number;
}

/**
 * Masks the secrets in a body as it arrives, even across chunk boundaries. A chunk whose end may be the beginning of a secret
 * waits for the next one. Chunks keep their boundaries and their times.
 */
export class BodyMask {
  readonly #redactor: Redactor;
  readonly #onChunk: (masked: Uint8Array, at: number) => void;
  #waiting: Waiting[] = [];

  constructor(redactor: Redactor, onChunk: (masked: Uint8Array, at: number) => void) {
    this.#redactor = redactor;
    this.#onChunk = onChunk;
  }

  /** @param bytes are not changed, and the caller must not change them afterwards */
  push(bytes: Uint8Array, at: number): void {
    this.#waiting.push({ raw: bytes, masked: Uint8Array.from(bytes), at });
    this.#settle(this.#mask(false));
  }

  /** @param isCut whether the body is incomplete, so that its end may be the beginning of a secret */
  end(isCut: boolean): void {
    this.#mask(isCut);
    this.#settle(Number.POSITIVE_INFINITY);
  }

  /** @returns how many of the waiting bytes are final */
  #mask(isCut: boolean): number {
    const raw = Buffer.concat(this.#waiting.map((chunk) => chunk.raw));
    // Secrets that were found before stay masked, even if their beginning was passed on already.
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
