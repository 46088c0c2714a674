import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { OnGarbage } from '../recordings/garbage.ts';
import { LargeBodies } from './large-bodies.ts';
import { TransportFailure } from './wire.ts';

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

export interface BodyOptions {
  /** The largest body that is read, in bytes after decoding. */
  readonly mostBytes: number;
  /** The longest silence, in milliseconds. */
  readonly idle: number;
  /** Limits how many large bodies are read at once. */
  readonly large: LargeBodies;
  /** Called after each piece of a large body. */
  readonly onGarbage?: OnGarbage | undefined;
}

/**
 * Reads a body as it arrives. The suite asks for no content encoding, but accepts one, and the limit counts the decoded bytes.
 *
 * @throws TransportFailure if the body is too large or stops for too long, and the errors of the connection
 */
export async function* readBody(
  body: Readable,
  encoding: string | undefined,
  { mostBytes, idle, large, onGarbage }: BodyOptions,
): AsyncGenerator<Uint8Array> {
  const decode = encoding === undefined ? undefined : DECODERS[encoding.trim().toLowerCase()];
  const decoded = decode ? body.pipe(decode()) : body;
  if (decode) body.on('error', (error) => decoded.destroy(error));
  // A body that waits for its turn is not read, which is no silence of the target.
  let isWaiting = false;
  const silence = setTimeout(() => {
    if (isWaiting) silence.refresh();
    else decoded.destroy(new TransportFailure('timeout', `no more of the body arrived for ${idle / 1000} s`));
  }, idle);
  let read = 0;
  let isLarge = false;
  try {
    for await (const piece of decoded) {
      silence.refresh();
      read += piece.length;
      if (read > mostBytes)
        throw new TransportFailure('too-large', `the body has more than ${mostBytes} bytes`);
      if (!isLarge && LargeBodies.isLarge(read)) {
        isWaiting = true;
        await large.enter();
        isLarge = true;
        isWaiting = false;
        silence.refresh();
      }
      onGarbage?.(piece.length, isLarge ? undefined : 'pieces');
      yield piece;
    }
  } finally {
    clearTimeout(silence);
    if (isLarge) large.leave();
    // The caller may stop early, and the rest of the body must not arrive then.
    body.on('error', () => {});
    body.destroy();
    decoded.destroy();
  }
}
