import { ConversationApiError, streamFailure } from './error.ts';
import { EventReader, type RawEvent } from './event-reader.ts';
import { onAbort, type Runtime } from './runtime.ts';

/** Reads the events of one streamed answer, no faster than the consumer takes them. */
export class EventConnection {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #events = new EventReader();
  readonly #runtime: Runtime;
  readonly #idleTimeout: number;
  readonly #deadline: number;
  readonly #stopListening: () => void;

  /**
   * @param idleTimeout Longest wait for the next bytes, in milliseconds.
   * @param deadline When the time for the turn is over.
   */
  constructor(
    body: ReadableStream<Uint8Array>,
    runtime: Runtime,
    idleTimeout: number,
    deadline: number,
    signal: AbortSignal,
  ) {
    this.#reader = body.getReader();
    this.#runtime = runtime;
    this.#idleTimeout = idleTimeout;
    this.#deadline = deadline;
    this.#stopListening = onAbort(signal, () => this.#cancel());
  }

  /**
   * Returns the next event that has arrived, or undefined when the next one is not complete yet.
   * @throws ConversationApiError `invalid-response` for an event of more than 16 MiB.
   */
  take(): RawEvent | undefined {
    return this.#events.next();
  }

  /**
   * Waits for more bytes. Returns false when the service has ended the stream, or the connection was closed here.
   * @throws ConversationApiError `idle-timeout` when no bytes arrive in time, `timeout` when the time for the turn is over, and
   * `connection` when the connection fails.
   */
  async more(): Promise<boolean> {
    const left = this.#deadline - this.#runtime.now();
    const wait = Math.min(left, this.#idleTimeout);
    let isOver = left <= 0;
    const stop = this.#runtime.after(wait, () => {
      isOver = true;
      this.close();
    });
    try {
      const { done, value } = isOver ? { done: true } : await this.#reader.read();
      if (isOver) {
        throw wait < left
          ? streamFailure('idle-timeout', `nothing arrived on the stream for ${wait} ms, not even a ping`)
          : streamFailure('timeout', 'the turn did not end within totalTimeout');
      }
      if (value) this.#events.push(value);
      return !done;
    } catch (cause) {
      if (cause instanceof ConversationApiError) throw cause;
      throw streamFailure('connection', 'the connection failed during the stream', { cause });
    } finally {
      stop();
    }
  }

  /** Closes the connection, and with it a pending `more`. The turn goes on. */
  close(): void {
    this.#stopListening();
    this.#cancel();
  }

  #cancel(): void {
    this.#reader.cancel().catch(() => {
      // The connection has failed already, and `more` reports that.
    });
  }
}
