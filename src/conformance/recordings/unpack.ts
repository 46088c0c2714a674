import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { HEAD_BYTES } from './detect-format.ts';
import { InputError } from './input.ts';

const PIECE = 256 * 1024;

/**
 * Unpacks gzip as it is read, never more than a piece ahead of who reads.
 *
 * @throws InputError naming the input, when its gzip data is damaged or cut
 */
export async function* unpack(name: string, packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: PIECE });
  const piping = pipeline(packed, gunzip);
  // What fails there is seen by who reads here.
  piping.catch(() => {});
  try {
    yield* gunzip;
  } catch (error) {
    throw damaged(name, error as Error);
  } finally {
    gunzip.destroy();
  }
}

/** Unpacks the beginning of gzip data, of which only a beginning is there. */
export async function unpackHead(name: string, packed: Uint8Array): Promise<Uint8Array> {
  const gunzip = createGunzip();
  const pieces: Uint8Array[] = [];
  let length = 0;
  gunzip.end(packed);
  try {
    for await (const piece of gunzip) {
      pieces.push(piece);
      length += piece.length;
      if (length >= HEAD_BYTES) break;
    }
  } catch (error) {
    // The head ends in the middle of the data, which is no fault of the file.
    if ((error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') throw damaged(name, error as Error);
  }
  return Buffer.concat(pieces).subarray(0, HEAD_BYTES);
}

function damaged(name: string, { message }: Error): InputError {
  return new InputError(`cannot read ${name}: its gzip data is damaged (${message})`);
}
