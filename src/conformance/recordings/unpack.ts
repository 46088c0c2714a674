import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { HEAD_BYTES } from './detect-format.ts';
import { InputError } from './input.ts';

const PIECE = 256 * 1024;

/**
 * Unpacks gzip data as it is read, never more than one piece ahead.
 *
 * @throws InputError with the name of the input, if its gzip data is damaged or cut
 */
export async function* unpack(name: string, packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: PIECE });
  const piping = pipeline(packed, gunzip);
  // Reading from `gunzip` throws the same error.
  piping.catch(() => {});
  try {
    yield* gunzip;
  } catch (error) {
    throw damaged(name, error as Error);
  } finally {
    gunzip.destroy();
  }
}

/** Unpacks the beginning of gzip data of which only the beginning was read. */
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
    // The head always ends in the middle of the data, so this is no error of the file.
    if ((error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') throw damaged(name, error as Error);
  }
  return Buffer.concat(pieces).subarray(0, HEAD_BYTES);
}

function damaged(name: string, { message }: Error): InputError {
  return new InputError(`cannot read ${name}: its gzip data is damaged (${message})`);
}
