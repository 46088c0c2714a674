import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { OnGarbage } from '../recordings/garbage.ts';
import { LargeBodies } from './large-bodies.ts';
import { type Pause, TransportFailure } from './wire.ts';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The chunks of a body. `return` stops reading it. */
type Pieces = AsyncIterable<Uint8Array> & { return?(): Promise<unknown> };

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
  const decoder = encoding === undefined ? undefined : DECODERS[encoding.trim().toLowerCase()];
  let read = 0;
  let isLarge = false;
  try {
    for await (const piece of decoder ? decode(body, decoder(), explain) : body) {
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
  decoder: Transform,
  explain: BodyOptions['explain'],
): AsyncGenerator<Uint8Array> {
  try {
    yield* pipeline(body, decoder, () => {});
  } catch (error) {
    throw explain(error);
  } finally {
    // If reading stops early, the pipeline itself would only release the body at its next chunk.
    await body.return?.();
  }
}
