/** The source of the bytes of one input. They can be read once, in order. */
export interface ByteSource {
  /** The path that the user gave, or `-`. */
  readonly name: string;
  /** Size in bytes, if it is known beforehand. */
  readonly size?: number | undefined;
  /**
   * Calls back with every piece in order. The memory of a piece is reused after the callback returns.
   *
   * @param onUnpacked called after each piece that was unpacked, with its size. Its memory is garbage then
   */
  read(onBytes: (bytes: Uint8Array) => void, onUnpacked?: (bytes: number) => void): Promise<void> | void;
}

/** Several sources of one format that are judged as one input. */
export interface JoinedSource extends Pick<ByteSource, 'name' | 'size'> {
  /** The parts in the order in which they are judged. */
  readonly parts: readonly ByteSource[];
}

export type InputSource = ByteSource | JoinedSource;

export type InputFormat = 'sse' | 'recording' | 'har';

/** An input that cannot be judged: it is not a file, cannot be read, or has an unknown format. */
export class InputError extends Error {
  readonly code = 'unusable-input';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InputError';
  }
}
