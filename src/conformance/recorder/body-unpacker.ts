import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';

/** Largest window of zstd as a content encoding, as a power of 2 (RFC 9659). */
const WINDOW_LOG = 23;

/** `bytesWritten` counts the packed bytes that were read. */
type Decoder = Transform & { readonly bytesWritten: number };

const DECODERS: Readonly<Record<string, () => Decoder>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG } }),
};

export interface UnpackerParts {
  /** Most packed bytes that may wait, since forwarding does not wait for the unpacker. */
  readonly waitingBytes: number;
  onBytes(bytes: Uint8Array, at: number): void;
  /** Called once with the reason. No bytes follow. */
  onFailure(reason: string): void;
}

/** Unpacks a body while it is forwarded. Unpacked bytes have the arrival times of their packed chunks. */
export class BodyUnpacker {
  readonly #encoding: string;
  readonly #parts: UnpackerParts;
  readonly #decoder: Decoder | undefined;
  readonly #times: number[] = [];
  #last: number | undefined;
  #written = 0;
  #isOver = false;
  #mayBeCut = false;

  /** @param encoding the value of Content-Encoding */
  constructor(encoding: string, parts: UnpackerParts) {
    this.#encoding = encoding.trim().toLowerCase();
    this.#parts = parts;
    this.#decoder = DECODERS[this.#encoding]?.();
    this.#decoder
      ?.on('data', (bytes: Uint8Array) => {
        if (!this.#isOver) parts.onBytes(bytes, this.#times[0] ?? this.#last ?? 0);
      })
      .on('error', () => {
        if (!this.#mayBeCut) this.#fail(`its body is not valid ${this.#encoding}`);
      });
  }

  write(bytes: Uint8Array, at: number): void {
    if (this.#isOver) return;
    if (!this.#decoder) {
      this.#fail('its body is encoded in a way that the recorder cannot unpack');
    } else if (this.#decoder.destroyed) {
      this.#written += bytes.length;
    } else if (this.#decoder.writableLength + bytes.length > this.#parts.waitingBytes) {
      this.#fail('its body arrived faster than the recorder could unpack it');
    } else {
      this.#last = at;
      this.#written += bytes.length;
      this.#times.push(at);
      this.#decoder.write(bytes, () => this.#times.shift());
    }
  }

  /**
   * Unpacks the rest of the body.
   *
   * @param isCut whether the body may be incomplete, so that damaged data at its end is no failure
   */
  async end(isCut: boolean): Promise<void> {
    const decoder = this.#decoder;
    this.#mayBeCut = isCut;
    if (!decoder || this.#isOver || this.#last === undefined) return this.destroy();
    if (!decoder.destroyed)
      await new Promise<void>((resolve) => {
        decoder.once('close', resolve);
        decoder.end();
      });
    // A decoder ignores what follows the end of its data.
    if (!isCut && decoder.bytesWritten < this.#written)
      this.#fail(`other bytes follow the end of its ${this.#encoding} body`);
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
