/** What the client needs of a reader of bytes. */
export interface ByteReader {
  read(): Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<unknown>;
}

/** A stream of Node, which node-fetch has in the place of a stream of the web. */
interface NodeStream extends AsyncIterable<Uint8Array> {
  on?(name: 'error', listener: () => void): unknown;
  destroy?(): void;
}

/** Makes the reader of an answer's body. Some answers have none. */
export function readerOf(body: unknown): ByteReader | undefined {
  if (!body) return undefined;
  if ('getReader' in (body as object)) return (body as ReadableStream<Uint8Array>).getReader();
  const stream = body as NodeStream;
  const pieces = stream[Symbol.asyncIterator]();
  // When its request is aborted, node-fetch reports that here, and Node would end the program if nobody listened.
  stream.on?.('error', () => {});
  return { read: () => pieces.next(), cancel: async () => stream.destroy?.() };
}
