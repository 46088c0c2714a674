import type { UnknownEvent } from './turn-event.ts';

/** Options of `createClient`. */
export interface ClientOptions {
  /** Base URL of the service, without `/api/v1`, such as `https://conversations.example`. */
  readonly baseUrl: string;
  /**
   * The access token, or a function that returns one. The client calls the function before every request, repeats included. When
   * the function throws, the call rejects with its error. `timeout` includes the wait for the function.
   */
  readonly token: string | (() => string | Promise<string>);
  /**
   * Used instead of the global `fetch`. Each request asks not to follow redirects. A call ends in time even if this function
   * ignores the signal of its request.
   */
  readonly fetch?: (request: Request) => Promise<Response>;
  /**
   * How often a request that is safe to repeat is sent again; 0 turns repeats off. Repeats that wait for a running turn do not
   * count.
   * @default 4
   */
  readonly maxRetries?: number;
}

/** Options of every method. */
export interface CallOptions {
  /** Aborts the call, also in a pause between repeats. The call rejects with the signal's reason. A running turn goes on. */
  readonly signal?: AbortSignal | undefined;
  /** Additional headers of the request. The headers that the client sets itself take precedence. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Longest wait for one answer with its body, in milliseconds. For a stream: until it opens. Each repeat has the whole time
   * again.
   * @default 60_000, and 2_100_000 (35 minutes) for `turns.send`
   */
  readonly timeout?: number;
}

/** Options of `turns.send`. */
export interface SendOptions extends CallOptions {
  /** The Idempotency-Key of the turn. The same key with the same body never runs the turn twice. Default: a random key. */
  readonly idempotencyKey?: string;
}

/** Options of `turns.stream`. */
export interface StreamOptions extends SendOptions {
  /**
   * Longest silence of the stream, in milliseconds. A ping breaks the silence; the service sends one after 15 seconds without
   * another event.
   * @default 60_000
   */
  readonly idleTimeout?: number;
  /**
   * Whether the stream yields `ping` events too.
   * @default false
   */
  readonly pings?: boolean;
  /** Called for each event whose name is not in the contract. When it throws, the stream fails with its error. */
  readonly onUnknownEvent?: (event: UnknownEvent) => void;
}
