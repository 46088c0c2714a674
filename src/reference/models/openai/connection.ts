import type { Clock } from '../../clock.ts';
import type { InputPacer, ModelFailure } from '../model.ts';
import { failureOf, type OpenAiProvider } from './failure.ts';

const LIMITS = {
  /** Bytes in a row without content: an event that does not end, comments, or events without content. */
  nothing: 16 * 1024 * 1024,
  /** Bytes read from an error body, and kept from a reply until its first content. */
  error: 64 * 1024,
};

/** Bytes passed on at once. They can hold thousands of events. */
const PIECE = 16 * 1024;

/**
 * The single request of a reply, given to the library as its `fetch`. It sends only our URL, our headers and the key, regardless of what
 * the library and its environment variables would add. It follows no redirect, which would send the key elsewhere. It cuts the connection
 * when the provider stops sending, or sends too many bytes without content.
 */
export class ProviderConnection {
  readonly #provider: OpenAiProvider;
  readonly #endpoint: URL;
  readonly #key: string | undefined;
  readonly #clock: Clock;
  readonly #pacer: InputPacer | undefined;
  readonly #cutter = new AbortController();
  #isOpened = false;
  #pending = 0;
  /** The bytes before the first content; undefined once content has come. */
  #opening: Uint8Array[] | undefined = [];
  #failure: ModelFailure | undefined;

  constructor(
    provider: OpenAiProvider,
    endpoint: URL,
    key: string | undefined,
    clock: Clock,
    pacer: InputPacer | undefined,
  ) {
    this.#provider = provider;
    this.#endpoint = endpoint;
    this.#key = key;
    this.#clock = clock;
    this.#pacer = pacer;
  }

  /** Whether the request was made. */
  get isOpened(): boolean {
    return this.#isOpened;
  }

  /** Aborted when the connection is cut. */
  get signal(): AbortSignal {
    return this.#cutter.signal;
  }

  /** Why the connection was cut; undefined if it was not. */
  get failure(): ModelFailure | undefined {
    return this.#failure;
  }

  /** The text before the first content, for the log; empty once content has come. Has at most 64 KiB. */
  get opening(): string {
    return Buffer.concat(this.#opening ?? []).toString();
  }

  /** Restarts the size limit, since an event had content. */
  markSaid(): void {
    this.#pending = 0;
    this.#opening = undefined;
  }

  readonly fetch = async (_url: unknown, init: RequestInit = {}): Promise<Response> => {
    const { method = 'POST', body = null, signal = null } = init;
    const headers = new Headers({ accept: 'text/event-stream', 'content-type': 'application/json' });
    if (this.#key !== undefined) headers.set('authorization', `Bearer ${this.#key}`);
    this.#isOpened = true;
    const response = await this.#awaiting(
      fetch(this.#endpoint, { method, body, signal, headers, redirect: 'manual' }),
    );
    const { status, statusText } = response;
    // Such as 204. The library would read the missing body, and fail as if the connection had broken.
    if (response.ok && !response.body) this.#cut('invalid_reply', `answered ${status}, which has no reply`);
    if (!response.body) return response;
    const watched = this.#watch(response.body, response.ok);
    return new Response(watched, { status, statusText, headers: response.headers });
  };

  /** Passes bytes on only when they are requested, so that a slow reader does not count as a silent provider. */
  #watch(body: ReadableStream<Uint8Array>, isReply: boolean): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    let unread: Uint8Array = new Uint8Array();
    return new ReadableStream(
      {
        pull: async (controller) => {
          if (unread.length === 0) {
            const { done, value } = await this.#awaiting(reader.read());
            if (done) return controller.close();
            unread = value;
          }
          const piece = unread.subarray(0, PIECE);
          unread = unread.subarray(PIECE);
          this.#pending += piece.length;
          if (this.#pending <= LIMITS.error) this.#opening?.push(piece);
          if (!isReply && this.#pending > LIMITS.error) {
            controller.close();
            return reader.cancel();
          }
          if (this.#pending > LIMITS.nothing) {
            this.#cut('invalid_reply', `sent more than ${LIMITS.nothing} bytes without content`);
          }
          await this.#pacer?.paceInput(piece.length);
          controller.enqueue(piece);
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
