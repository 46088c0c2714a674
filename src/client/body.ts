/** The part of a byte reader that the client uses. */
export interface ByteReader {
  read(): Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<unknown>;
}

/** A Node stream, which node-fetch returns instead of a web stream. */
interface NodeStream extends AsyncIterable<Uint8Array> {
  on?(name: 'error', listener: () => void): unknown;
  destroy?(): void;
}

/** Returns a reader of the response body, or undefined if there is no body. */
export function readerOf(body: unknown): ByteReader | undefined {
  if (!body) return undefined;
  if ('getReader' in (body as object)) return (body as ReadableStream<Uint8Array>).getReader();
  const stream = body as NodeStream;
  const pieces = stream[Symbol.asyncIterator]();
  // When its request is aborted, node-fetch emits an error here. Without a listener, Node would end the program.
  stream.on?.('error', () => {});
  return { read: () => pieces.next(), cancel: async () => stream.destroy?.() };
}
