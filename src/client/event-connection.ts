import type { ByteReader } from './body.ts';
import { ConversationApiError, streamFailure } from './error.ts';
import { EventReader, type RawEvent } from './event-reader.ts';
import type { Runtime } from './runtime.ts';

/** Reads the events of one streamed response, no faster than the consumer takes them. */
export class EventConnection {
  /** Closes the connection, and with it a pending `more`. The turn goes on. */
  readonly close: () => void;
  readonly #reader: ByteReader;
  readonly #events = new EventReader();
  readonly #runtime: Runtime;
  readonly #idleTimeout: number;
  readonly #deadline: number;

  /**
   * @param idleTimeout Longest wait for the next bytes, in milliseconds.
   * @param deadline When the turn must have ended.
   */
  constructor(
    reader: ByteReader,
    close: () => void,
    runtime: Runtime,
    idleTimeout: number,
    deadline: number,
  ) {
    this.#reader = reader;
    this.close = close;
    this.#runtime = runtime;
    this.#idleTimeout = idleTimeout;
    this.#deadline = deadline;
  }

  /**
   * Returns the next event that has arrived, or undefined when the next one is not complete yet.
   * @throws ConversationApiError `invalid-response` for an event of more than 16 MiB.
   */
  take(): RawEvent | undefined {
    return this.#events.next();
  }

  /**
   * Waits for more bytes. Returns false when the service has ended the stream, or this side has closed the connection.
   * @throws ConversationApiError `idle-timeout` when no bytes arrive in time, `timeout` when the time for the turn is over, and
   * `connection` when the connection fails.
   */
  async more(): Promise<boolean> {
    const left = this.#deadline - this.#runtime.now();
    const wait = Math.min(left, this.#idleTimeout);
    let failure: unknown;
    const end = () => {
      failure =
        wait < left
          ? streamFailure('idle-timeout', `nothing arrived on the stream for ${wait} ms, not even a ping`)
          : streamFailure('timeout', 'the turn did not end within totalTimeout');
      this.close();
    };
    const stop = this.#runtime.after(wait, end);
    if (left <= 0) end();
    try {
      const { value } = await this.#reader.read();
      if (value) this.#events.push(value);
      if (!failure) return !!value;
    } catch (cause) {
      // On some platforms a read fails when this side closes the connection. A relayed stream fails with the error of the turn.
      failure ??=
        cause instanceof ConversationApiError
          ? cause
          : streamFailure('connection', 'the connection failed during the stream', { cause });
    } finally {
      stop();
    }
    throw failure;
  }
}
