import type { Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import type { PackedCoding } from '../recordings/content-coding.ts';
import { ZstdBody } from './zstd-body.ts';

/** Largest window of zstd as a content encoding, as a power of 2 (RFC 9659). */
const WINDOW_LOG = 23;

/** `bytesWritten` counts the packed bytes that were read. */
type Decoder = Transform & { readonly bytesWritten: number };

const DECODERS: Readonly<Record<PackedCoding, () => Decoder>> = {
  gzip: createGunzip,
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

interface Piece {
  readonly bytes: Uint8Array;
  readonly at: number;
}

/**
 * Unpacks a body while it is forwarded. Unpacked bytes have the arrival times of their packed chunks.
 *
 * The decoder gets one piece after another. Only so it shows, wherever the pieces end, that it left bytes after the end of its data.
 */
export class BodyUnpacker {
  readonly #coding: PackedCoding;
  readonly #parts: UnpackerParts;
  readonly #decoder: Decoder;
  /** Settles when the decoder reads no more. */
  readonly #ended: Promise<void>;
  readonly #closed: Promise<void>;
  readonly #zstd: ZstdBody | undefined;
  readonly #waiting: Piece[] = [];
  #waitingBytes = 0;
  #working: Promise<void> | undefined;
  #at = 0;
  #isEmpty = true;
  #isOver = false;
  #mayBeCut = false;

  constructor(coding: PackedCoding, parts: UnpackerParts) {
    this.#coding = coding;
    this.#parts = parts;
    this.#zstd = coding === 'zstd' ? new ZstdBody() : undefined;
    const decoder = DECODERS[coding]();
    this.#decoder = decoder;
    this.#closed = new Promise((resolve) => decoder.once('close', resolve));
    this.#ended = Promise.race([this.#closed, new Promise<void>((resolve) => decoder.once('end', resolve))]);
    decoder
      .on('data', (bytes: Uint8Array) => {
        if (!this.#isOver) parts.onBytes(bytes, this.#at);
      })
      .on('error', () => {
        if (!this.#mayBeCut) this.#failDamaged();
      });
  }

  write(bytes: Uint8Array, at: number): void {
    if (this.#isOver || bytes.length === 0) return;
    if (this.#waitingBytes + bytes.length > this.#parts.waitingBytes) {
      this.#fail('its body arrived faster than the recorder could unpack it');
      return;
    }
    this.#isEmpty = false;
    this.#waitingBytes += bytes.length;
    this.#waiting.push({ bytes, at });
    this.#working ??= this.#unpackWaiting();
  }

  /**
   * Unpacks the rest of the body.
   *
   * @param isCut whether the body may be incomplete, so that damaged data at its end is no failure
   */
  async end(isCut: boolean): Promise<void> {
    this.#mayBeCut = isCut;
    await this.#working;
    if (this.#isEmpty || this.#isOver) return this.destroy();
    this.#decoder.end();
    await this.#closed;
    if (!isCut && this.#zstd?.isEnded === false) this.#failDamaged();
    this.#isOver = true;
  }

  destroy(): void {
    this.#isOver = true;
    this.#decoder.destroy();
  }

  async #unpackWaiting(): Promise<void> {
    for (let piece = this.#waiting.shift(); piece && !this.#isOver; piece = this.#waiting.shift()) {
      await this.#unpack(piece);
      this.#waitingBytes -= piece.bytes.length;
    }
    this.#working = undefined;
  }

  async #unpack({ bytes, at }: Piece): Promise<void> {
    const decoder = this.#decoder;
    const taken = this.#zstd ? this.#zstd.take(bytes) : bytes;
    if (!taken) {
      this.#failDamaged();
      return;
    }
    this.#at = at;
    const before = decoder.bytesWritten;
    await Promise.race([new Promise((resolve) => decoder.write(taken, resolve)), this.#ended]);
    if (!decoder.errored && decoder.bytesWritten - before < bytes.length)
      this.#fail(`other bytes follow the end of its ${this.#coding} body`);
  }

  #failDamaged(): void {
    this.#fail(`its body is not valid ${this.#coding}`);
  }

  #fail(reason: string): void {
    if (this.#isOver) return;
    this.destroy();
    this.#parts.onFailure(reason);
  }
}
