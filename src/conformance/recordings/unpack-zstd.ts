import { pipeline } from 'node:stream/promises';
import { constants, createZstdDecompress } from 'node:zlib';
import { PackedPieces } from './packed-pieces.ts';
import { ZstdError, ZstdFrames } from './zstd-frames.ts';

/** Largest window that a frame may ask for, as a power of 2: 8 MiB, which is what every decoder should accept (RFC 8878, section 3.1.1.1.2). */
const WINDOW_LOG = 23;

/** Unpacks zstd data frame by frame, never more than one piece ahead. @throws Error if it is damaged or cut */
export async function* unpackZstd(
  packed: AsyncIterable<Uint8Array>,
  chunkSize: number,
): AsyncGenerator<Uint8Array> {
  const pieces = new PackedPieces(packed);
  try {
    for (let piece = await pieces.next(); piece; piece = await pieces.next()) {
      pieces.giveBack(piece);
      yield* unpackFrame(readFrame(pieces), chunkSize);
    }
  } finally {
    pieces.close();
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

/** The bytes of the next frame. @throws ZstdError if they end before the frame does */
async function* readFrame(pieces: PackedPieces): AsyncGenerator<Uint8Array> {
  const frames = new ZstdFrames();
  for (let isEnd = false; !isEnd; ) {
    const piece = await pieces.next();
    if (!piece) throw new ZstdError('it ends within a frame');
    const followed = frames.follow(piece);
    pieces.giveBack(piece.subarray(followed.length));
    isEnd = followed.isEnd;
    yield piece.subarray(0, followed.length);
  }
}
