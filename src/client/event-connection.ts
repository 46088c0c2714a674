import { EventStreamReader, EventTooLargeError, type SseEvent } from '../event-stream/index.ts';
import { ConversationApiError } from './error.ts';
import { onAbort, type Runtime } from './runtime.ts';

/** Reads the events of one streamed answer, no faster than the consumer takes them. */
export class EventConnection {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #events = new EventStreamReader();
  readonly #runtime: Runtime;
  readonly #idleTimeout: number;
  readonly #stopListening: () => void;

  /** @param idleTimeout Longest wait for the next bytes, in milliseconds. */
  constructor(body: ReadableStream<Uint8Array>, runtime: Runtime, idleTimeout: number, signal: AbortSignal) {
    this.#reader = body.getReader();
    this.#runtime = runtime;
    this.#idleTimeout = idleTimeout;
    this.#stopListening = onAbort(signal, () => this.#cancel());
  }

  /**
   * Returns the next event that has arrived, or undefined when the next one is not complete yet.
   * @throws ConversationApiError `invalid-response` for an event of more than 16 MiB.
   */
  take(): SseEvent | undefined {
    try {
      return this.#events.next();
    } catch (cause) {
      if (!(cause instanceof EventTooLargeError)) throw cause;
      throw new ConversationApiError({
        kind: 'invalid-response',
        message: 'an event of the stream has more than 16 MiB',
        cause,
      });
    }
  }

  /**
   * Waits for more bytes. Returns false when the service has ended the stream, or the connection was closed here.
   * @throws ConversationApiError `idle-timeout` when no bytes arrive in time, and `connection` when the connection fails.
   */
  async more(): Promise<boolean> {
    let isIdle = false;
    const stop = this.#runtime.after(this.#idleTimeout, () => {
      isIdle = true;
      this.close();
    });
    try {
      const { done, value } = await this.#reader.read();
      if (isIdle) {
        throw new ConversationApiError({
          kind: 'idle-timeout',
          message: `nothing arrived on the stream for ${this.#idleTimeout} ms, not even a ping`,
        });
      }
      if (!done) this.#events.push(value);
      return !done;
    } catch (cause) {
      if (cause instanceof ConversationApiError) throw cause;
      throw new ConversationApiError({
        kind: 'connection',
        message: 'the connection failed during the stream',
        cause,
      });
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
