/** An event as the WHATWG event-stream algorithm dispatches it, with its place in the bytes. */
export interface SseEvent {
  /** Value of the `event:` field; empty if the block has none. */
  readonly type: string;
  /** Values of the `data:` fields, joined by LF. Malformed UTF-8 becomes U+FFFD. */
  readonly data: string;
  /** Offset of the block's first field line in bytes from the start of the stream, including a byte order mark. */
  readonly offset: number;
  /** Offset of the first byte of the first `data:` value. */
  readonly dataOffset: number;
  /** Whether the fields of the event contained malformed UTF-8. */
  readonly malformed: boolean;
}

/** A block with an event name and no data, which the algorithm drops. */
export interface DroppedBlock {
  readonly type: string;
  readonly offset: number;
}

export interface EventStreamLimits {
  /** Largest event or line, in bytes. */
  readonly eventBytes: number;
}

export interface EventStreamHooks {
  /** Called for each dropped block. */
  onDropped?(block: DroppedBlock): void;
  /**
   * May decode the value of a block's first `data:` line, given the type that the block has so far. The bytes are borrowed. If the
   * hook returns undefined, the reader decodes them as UTF-8.
   */
  readData?(bytes: Uint8Array, type: string): string | undefined;
}

/**
 * Reads whole blocks from `bytes[start]` on and returns the index after the last one, or `start`. The bytes end before `end` and
 * are borrowed; `offset` is the offset of `bytes[start]` in the stream.
 */
export type TakeBlocks = (bytes: Uint8Array, start: number, end: number, offset: number) => number;

/** An event or a line is larger than the limit of the reader. The rest of the stream cannot be read. */
export class EventTooLargeError extends Error {
  readonly code = 'event-too-large';
  /** Offset of the event in bytes from the start of the stream. */
  readonly offset: number;

  constructor(offset: number, limit: number) {
    super(
      `the event at byte ${offset} is larger than the limit of ${limit} bytes; raise the limit to read it`,
    );
    this.name = 'EventTooLargeError';
    this.offset = offset;
  }
}

/**
 * Writes one event in the plainest framing: a name line, one data line per line of data, a blank line.
 *
 * @throws TypeError if the name contains a line end, which would forge another field
 */
export function formatEvent(event: { readonly type?: string; readonly data: string }): string {
  if (event.type !== undefined && /[\r\n]/.test(event.type)) {
    throw new TypeError('an event name cannot hold a line end; remove it from `type`');
  }
  const name = event.type ? `event: ${event.type}\n` : '';
  return `${name}data: ${event.data.replaceAll(/\r\n|\r|\n/g, '\ndata: ')}\n\n`;
}
