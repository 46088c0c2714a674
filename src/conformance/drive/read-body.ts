import { pipeline } from 'node:stream';
import { createBrotliDecompress, createInflate } from 'node:zlib';
import { codingOf, type PackedCoding } from '../recordings/content-coding.ts';
import type { OnGarbage } from '../recordings/garbage.ts';
import { unpackGzip } from '../recordings/unpack-gzip.ts';
import { unpackZstd } from '../recordings/unpack-zstd.ts';
import { LargeBodies } from './large-bodies.ts';
import { type Pause, TransportFailure } from './wire.ts';

/** The chunks of a body. `return` stops reading it. */
type Pieces = AsyncIterable<Uint8Array> & { return?(): Promise<unknown> };

/** Bytes of the chunks in which a body is decoded. */
const CHUNK = 16 * 1024;

const DECODERS: Readonly<Record<PackedCoding, (body: Pieces) => AsyncIterable<Uint8Array>>> = {
  gzip: (body) => unpackGzip(body, CHUNK),
  deflate: (body) => pipeline(body, createInflate(), () => {}),
  br: (body) => pipeline(body, createBrotliDecompress(), () => {}),
  zstd: (body) => unpackZstd(body, CHUNK),
};

export interface BodyOptions {
  /** The largest body that is read, in bytes after decoding. */
  readonly mostBytes: number;
  /** Limits how many large bodies are read in parallel. */
  readonly large: LargeBodies;
  /** Explains the errors of a decoder. */
  explain(error: unknown): unknown;
  /** Called after each chunk of a large body. */
  readonly onGarbage?: OnGarbage | undefined;
  /** Called when a large body has to wait. */
  readonly pause?: Pause | undefined;
}

/**
 * Reads a body as it arrives. The suite requests no content encoding but accepts one. The limit applies to the decoded bytes.
 *
 * @throws TransportFailure if the body is too large, and errors of the body
 */
export async function* readBody(
  body: Pieces,
  encoding: string | undefined,
  { mostBytes, large, explain, onGarbage, pause }: BodyOptions,
): AsyncGenerator<Uint8Array> {
  const coding = codingOf(encoding);
  const decoder = coding === 'identity' || coding === 'unknown' ? undefined : DECODERS[coding];
  let read = 0;
  let isLarge = false;
  try {
    for await (const piece of decoder ? decode(body, decoder, explain) : body) {
      read += piece.length;
      if (read > mostBytes)
        throw new TransportFailure('too-large', `the body has more than ${mostBytes} bytes`);
      if (!isLarge && LargeBodies.isLarge(read)) {
        await large.enter(pause);
        isLarge = true;
      }
      onGarbage?.(piece.length, isLarge ? undefined : 'pieces');
      yield piece;
    }
  } finally {
    if (isLarge) large.leave();
  }
}

/** Decodes the chunks of a body. */
async function* decode(
  body: Pieces,
  decoder: (body: Pieces) => AsyncIterable<Uint8Array>,
  explain: BodyOptions['explain'],
): AsyncGenerator<Uint8Array> {
  try {
    yield* decoder(body);
  } catch (error) {
    throw explain(error);
  } finally {
    // If reading stops early, a decoder would only release the body at its next chunk.
    await body.return?.();
  }
}
