import { HEAD_BYTES, type Packing } from './detect-format.ts';
import { InputError } from './input.ts';
import { unpackGzip } from './unpack-gzip.ts';

/** Bytes. Each piece costs the judging thread a callback and a buffer, which with smaller ones took a seventh of its time. */
const PIECE = 1024 * 1024;

/**
 * Unpacks data as it is read, never more than one piece ahead.
 *
 * @throws InputError with the name of the input, if its data is damaged or cut
 */
export async function* unpack(
  name: string,
  packed: AsyncIterable<Uint8Array>,
  packing: Packing,
  pieceBytes = PIECE,
): AsyncGenerator<Uint8Array> {
  try {
    if (packing === 'gzip') yield* unpackGzip(packed, pieceBytes);
    else yield* (await import('./unpack-zstd.ts')).unpackZstd(packed, pieceBytes);
  } catch (error) {
    throw damaged(name, packing, error as Error);
  }
}

/** Unpacks the beginning of packed data, without reading much more of it than is needed. */
export async function unpackHead(
  name: string,
  packed: AsyncIterable<Uint8Array>,
  packing: Packing,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of unpack(name, packed, packing, HEAD_BYTES)) {
    pieces.push(piece);
    length += piece.length;
    if (length >= HEAD_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, HEAD_BYTES);
}

function damaged(name: string, packing: Packing, { message }: Error): InputError {
  if (/too much memory/.test(message))
    return new InputError(
      `cannot read ${name}: its zstd data needs a window of more than 8 MiB; pack it again without --long and --ultra`,
    );
  return new InputError(`cannot read ${name}: its ${packing} data is damaged (${message})`);
}
