import { pipeline } from 'node:stream/promises';
import { constants, createZstdDecompress } from 'node:zlib';
import { ZstdError, ZstdFrames } from './zstd-frames.ts';

/** Largest window that a frame may ask for, as a power of 2: 8 MiB, which is what every decoder should accept (RFC 8878, section 3.1.1.1.2). */
const WINDOW_LOG = 23;

/** Unpacks zstd data frame by frame, never more than one piece ahead. @throws Error if it is damaged or cut */
export async function* unpackZstd(
  packed: AsyncIterable<Uint8Array>,
  chunkSize: number,
): AsyncGenerator<Uint8Array> {
  const source = new FrameSource(packed);
  try {
    while (await source.hasNext()) yield* unpackFrame(source.frame(), chunkSize);
  } finally {
    source.close();
  }
}

async function* unpackFrame(
  frame: AsyncGenerator<Uint8Array>,
  chunkSize: number,
): AsyncGenerator<Uint8Array> {
  const unzstd = createZstdDecompress({
    chunkSize,
    params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG },
  });
  const piping = pipeline(frame, unzstd);
  // Reading from `unzstd` throws the same error.
  piping.catch(() => {});
  try {
    yield* unzstd;
  } finally {
    unzstd.destroy();
  }
}

/** Cuts the pieces of the packed data where a frame ends. */
class FrameSource {
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #frames = new ZstdFrames();
  #rest: Uint8Array = new Uint8Array(0);

  constructor(packed: AsyncIterable<Uint8Array>) {
    this.#pieces = packed[Symbol.asyncIterator]();
  }

  /** Gives up what was not read. Does not wait: a pipe that is open and silent would never answer. */
  close(): void {
    this.#pieces.return?.().catch(() => {});
  }

  async hasNext(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const next = await this.#pieces.next();
      if (next.done) return false;
      this.#rest = next.value;
    }
    return true;
  }

  /** The bytes of the next frame. @throws ZstdError if they end before the frame does */
  async *frame(): AsyncGenerator<Uint8Array> {
    for (let isEnd = false; !isEnd; ) {
      if (!(await this.hasNext())) throw new ZstdError('it ends within a frame');
      const piece = this.#rest;
      const followed = this.#frames.follow(piece);
      this.#rest = piece.subarray(followed.length);
      isEnd = followed.isEnd;
      yield piece.subarray(0, followed.length);
    }
  }
}
