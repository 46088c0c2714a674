import { createGunzip, type Gunzip } from 'node:zlib';
import { PackedPieces } from './packed-pieces.ts';

/** Bytes follow a member that are neither another member nor padding. */
class GzipError extends Error {
  readonly code = 'damaged-gzip';
}

/**
 * Unpacks all members of gzip data, never more than one piece ahead. Zero bytes may stand between members and after the last one, as tape
 * archivers and appending writers leave them. Node takes the first zero byte for the end, and drops all that follows without a word.
 *
 * @throws Error if the data is damaged or cut, or other bytes follow a member
 */
export async function* unpackGzip(
  packed: AsyncIterable<Uint8Array>,
  chunkSize: number,
): AsyncGenerator<Uint8Array> {
  const pieces = new PackedPieces(packed);
  try {
    yield* unpackMembers(pieces, chunkSize);
    while (await skipZeros(pieces)) yield* unpackFollowing(pieces, chunkSize);
  } finally {
    pieces.close();
  }
}

async function* unpackFollowing(pieces: PackedPieces, chunkSize: number): AsyncGenerator<Uint8Array> {
  try {
    yield* unpackMembers(pieces, chunkSize);
  } catch (error) {
    if (!/incorrect header check/.test((error as Error).message)) throw error;
    throw new GzipError('what follows a member is no member');
  }
}

/** Unpacks members up to the end, or to a byte that begins none. */
async function* unpackMembers(pieces: PackedPieces, chunkSize: number): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize });
  const feeding = feed(pieces, gunzip);
  try {
    yield* gunzip;
    await feeding;
  } finally {
    gunzip.destroy();
  }
}

/** Writes one piece after another, since Node does not say how much it read of pieces that wait. */
async function feed(pieces: PackedPieces, gunzip: Gunzip): Promise<void> {
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    gunzip.once('end', resolve).once('close', resolve);
  }).then(() => {
    isOver = true;
  });
  try {
    while (!isOver) {
      const piece = await pieces.next();
      if (!piece) {
        gunzip.end();
        return;
      }
      const before = gunzip.bytesWritten;
      await Promise.race([new Promise((resolve) => gunzip.write(piece, resolve)), over]);
      const read = gunzip.bytesWritten - before;
      if (read === piece.length) continue;
      pieces.giveBack(piece.subarray(read));
      return;
    }
  } catch (error) {
    gunzip.destroy(error as Error);
  }
}

/** @returns whether other bytes follow the zero bytes */
async function skipZeros(pieces: PackedPieces): Promise<boolean> {
  for (let piece = await pieces.next(); piece; piece = await pieces.next()) {
    const other = piece.findIndex((byte) => byte !== 0);
    if (other < 0) continue;
    pieces.giveBack(piece.subarray(other));
    return true;
  }
  return false;
}
