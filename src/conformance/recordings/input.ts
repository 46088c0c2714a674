/** Where the bytes of one input come from. They are read once, in order, in pieces whose memory is reused. */
export interface ByteSource {
  /** What the person named: a path, or `-`. */
  readonly name: string;
  /** Size in bytes, where it is known beforehand. */
  readonly size?: number | undefined;
  /** Calls back for every piece, in order. The piece is valid until the callback returns. */
  read(onBytes: (bytes: Uint8Array) => void): Promise<void> | void;
}

/** Several sources of one format that are judged as one. */
export interface JoinedSource extends Pick<ByteSource, 'name' | 'size'> {
  /** In the order of judging. */
  readonly parts: readonly ByteSource[];
}

export type InputSource = ByteSource | JoinedSource;

export type InputFormat = 'sse' | 'recording' | 'har';

/** An input that cannot be judged at all: it is no file, cannot be read, or is of no format that we know. */
export class InputError extends Error {
  readonly code = 'unusable-input';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'InputError';
  }
}
