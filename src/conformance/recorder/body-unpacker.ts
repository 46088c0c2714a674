import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

export interface UnpackerParts {
  /** Most packed bytes that may wait; nobody waits for the unpacker. */
  readonly waitingBytes: number;
  onBytes(bytes: Uint8Array, at: number): void;
  /** Called once, with the reason in words; nothing is unpacked any more. */
  onFailure(reason: string): void;
}

/** Unpacks a body beside its way to the client, in the times in which its packed chunks came. */
export class BodyUnpacker {
  readonly #encoding: string;
  readonly #parts: UnpackerParts;
  readonly #decoder: Transform | undefined;
  readonly #times: number[] = [];
  #last: number | undefined;
  #isOver = false;
  #mayBeCut = false;

  /** @param encoding value of Content-Encoding */
  constructor(encoding: string, parts: UnpackerParts) {
    this.#encoding = encoding.trim().toLowerCase();
    this.#parts = parts;
    this.#decoder = DECODERS[this.#encoding]?.();
    this.#decoder
      ?.on('data', (bytes: Uint8Array) => {
        if (!this.#isOver) parts.onBytes(bytes, this.#times[0] ?? this.#last ?? 0);
      })
      .on('error', () => {
        if (!this.#mayBeCut) this.#fail(`its body is no ${this.#encoding}`);
      });
  }

  write(bytes: Uint8Array, at: number): void {
    if (this.#isOver) return;
    if (!this.#decoder) {
      this.#fail('its body is encoded in a way that the recorder cannot unpack');
    } else if (this.#decoder.writableLength + bytes.length > this.#parts.waitingBytes) {
      this.#fail('its body came faster than the recorder could unpack it');
    } else {
      this.#last = at;
      this.#times.push(at);
      this.#decoder.write(bytes, () => this.#times.shift());
    }
  }

  /**
   * @param isCut whether the body may have ended too early, which then is no failure
   * @returns when everything was unpacked
   */
  async end(isCut: boolean): Promise<void> {
    const decoder = this.#decoder;
    this.#mayBeCut = isCut;
    if (!decoder || decoder.destroyed || this.#last === undefined) return this.destroy();
    await new Promise<void>((resolve) => {
      decoder.once('close', resolve);
      decoder.end();
    });
    this.#isOver = true;
  }

  destroy(): void {
    this.#isOver = true;
    this.#decoder?.destroy();
  }

  #fail(reason: string): void {
    if (this.#isOver) return;
    this.destroy();
    this.#parts.onFailure(reason);
  }
}
