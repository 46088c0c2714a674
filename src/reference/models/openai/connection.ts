import type { Clock } from '../../clock.ts';
import type { ModelFailure } from '../model-failure.ts';
import { failureOf, type OpenAiProvider } from './failure.ts';

const LIMITS = {
  /** Bytes of one event, or between two. */
  event: 16 * 1024 * 1024,
  /** Bytes of an error that are read; the rest is left out. */
  error: 64 * 1024,
};

/**
 * The one request of a reply, as the library's `fetch`. It sends only what stands here, whatever the library and its
 * environment variables would add: our URL, our headers, the key, and no redirect that would take the key elsewhere. It cuts
 * a provider that falls silent or does not end an event.
 */
export class ProviderConnection {
  readonly #provider: OpenAiProvider;
  readonly #endpoint: URL;
  readonly #key: string | undefined;
  readonly #clock: Clock;
  readonly #cutter = new AbortController();
  #isOpened = false;
  #pending = 0;
  #failure: ModelFailure | undefined;

  constructor(provider: OpenAiProvider, endpoint: URL, key: string | undefined, clock: Clock) {
    this.#provider = provider;
    this.#endpoint = endpoint;
    this.#key = key;
    this.#clock = clock;
  }

  /** Whether a request was made at all. */
  get isOpened(): boolean {
    return this.#isOpened;
  }

  /** Aborts when the connection is cut. */
  get signal(): AbortSignal {
    return this.#cutter.signal;
  }

  /** Why the connection was cut. */
  get failure(): ModelFailure | undefined {
    return this.#failure;
  }

  /** Says that an event has been read, so that the next one may begin to grow. */
  eventRead(): void {
    this.#pending = 0;
  }

  readonly fetch = async (_url: unknown, init: RequestInit = {}): Promise<Response> => {
    const { method = 'POST', body = null, signal = null } = init;
    const headers = new Headers({ accept: 'text/event-stream', 'content-type': 'application/json' });
    if (this.#key !== undefined) headers.set('authorization', `Bearer ${this.#key}`);
    this.#isOpened = true;
    const response = await this.#awaiting(
      fetch(this.#endpoint, { method, body, signal, headers, redirect: 'manual' }),
    );
    if (!response.body) return response;
    const { status, statusText } = response;
    const watched = this.#watch(response.body, response.ok);
    return new Response(watched, { status, statusText, headers: response.headers });
  };

  /** Hands the bytes on as they are asked for, so that only the provider's silence counts and never the reader's. */
  #watch(body: ReadableStream<Uint8Array>, isReply: boolean): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    return new ReadableStream(
      {
        pull: async (controller) => {
          const { done, value } = await this.#awaiting(reader.read());
          if (done) return controller.close();
          this.#pending += value.length;
          if (!isReply && this.#pending > LIMITS.error) {
            controller.close();
            return reader.cancel();
          }
          if (this.#pending > LIMITS.event) this.#cut('invalid_reply', 'sent an event without an end');
          controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  async #awaiting<T>(bytes: Promise<T>): Promise<T> {
    const { idleTimeout } = this.#provider;
    const stop = this.#clock.after(idleTimeout, () =>
      this.#cut('timeout', `sent nothing for ${idleTimeout} ms`),
    );
    try {
      return await bytes;
    } finally {
      stop();
    }
  }

  #cut(kind: 'timeout' | 'invalid_reply', what: string): void {
    this.#failure ??= failureOf(this.#provider, kind, what);
    this.#cutter.abort();
  }
}
