import { EventStreamReader, EventTooLargeError, type SseEvent } from '../event-stream/index.ts';
import { ConversationApiError } from './error.ts';
import type { Surroundings } from './surroundings.ts';

/** The body of one streamed answer, read as its consumer asks for it. */
export class EventConnection {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #events = new EventStreamReader();
  readonly #surroundings: Surroundings;
  readonly #idleTimeout: number;
  readonly #signal: AbortSignal;
  readonly #close = () => this.close();

  /** @param idleTimeout Longest wait for the next bytes, in milliseconds. */
  constructor(
    body: ReadableStream<Uint8Array>,
    surroundings: Surroundings,
    idleTimeout: number,
    signal: AbortSignal,
  ) {
    this.#reader = body.getReader();
    this.#surroundings = surroundings;
    this.#idleTimeout = idleTimeout;
    this.#signal = signal;
    signal.addEventListener('abort', this.#close, { once: true });
  }

  /**
   * The next event that has arrived already.
   * @throws ConversationApiError `invalid-response` for an event of more than 16 MiB.
   */
  take(): SseEvent | undefined {
    try {
      return this.#events.next();
    } catch (cause) {
      if (!(cause instanceof EventTooLargeError)) throw cause;
      throw new ConversationApiError({ kind: 'invalid-response', message: cause.message, cause });
    }
  }

  /**
   * Waits for more bytes. False when the service has closed the stream, or the signal has.
   * @throws ConversationApiError `idle-timeout` or `connection`.
   */
  async more(): Promise<boolean> {
    let isIdle = false;
    const stop = this.#surroundings.after(this.#idleTimeout, () => {
      isIdle = true;
      this.close();
    });
    try {
      const { done, value } = await this.#reader.read();
      if (isIdle) {
        throw new ConversationApiError({
          kind: 'idle-timeout',
          message: `the stream was silent for ${this.#idleTimeout} ms, pings included`,
        });
      }
      if (!done) this.#events.push(value);
      return !done;
    } catch (cause) {
      if (cause instanceof ConversationApiError) throw cause;
      throw new ConversationApiError({ kind: 'connection', message: 'the stream broke off', cause });
    } finally {
      stop();
    }
  }

  /** Closes the connection, which the turn does not mind. A read that waits then ends. */
  close(): void {
    this.#signal.removeEventListener('abort', this.#close);
    this.#reader.cancel().catch(() => {
      // The connection failed already, which whoever reads is told.
    });
  }
}
