/** The stream holds an event or a line larger than the reader accepts. Reading cannot go on after it. */
export class EventTooLargeError extends Error {
  readonly code = 'event-too-large';
  /** Offset of the event that is too large, in bytes from the start of the stream. */
  readonly offset: number;

  constructor(offset: number, limit: number) {
    super(
      `the event at byte ${offset} is larger than the limit of ${limit} bytes; raise the limit to read it`,
    );
    this.name = 'EventTooLargeError';
    this.offset = offset;
  }
}
