import type { ConversationApiError } from './error.ts';
import type { TurnEvent, UnknownEvent } from './turn-event.ts';
import type { TurnOutcome } from './turn-progress.ts';

/** What happens before a request is sent again. */
export interface Retry {
  /** 1 for the first repeat. */
  readonly attempt: number;
  /** Milliseconds until the request is sent again. */
  readonly delay: number;
  /** Why the last attempt failed. */
  readonly error: ConversationApiError;
}

/** A request that is about to be sent. `onResponse` gets the same object. */
export interface ObservedRequest {
  /** Of HTTP, in capitals. */
  readonly method: string;
  /** Of the contract, with names of its parameters in braces. */
  readonly path: string;
  /** With the base URL, ids and query. */
  readonly url: string;
  /** Empty. What you add here is sent too, such as `traceparent`. */
  readonly headers: Record<string, string>;
}

/** How a request ended. The events of a stream come afterwards. */
export interface ObservedResponse {
  /** The request, as `onRequest` got it. */
  readonly request: ObservedRequest;
  /** The answer, if it is a success. Its body is not yours to read. */
  readonly response: FetchResponse | undefined;
  /** Why the request failed: ConversationApiError with the status, or the reason of an aborted signal. Undefined for a success. */
  readonly error: unknown;
  /** Milliseconds since `onRequest`. */
  readonly duration: number;
}

/** The turn of an event, the same object for all events of a turn. */
export interface ObservedTurn {
  /** Id of the chat that the turn belongs to. */
  readonly chatId: string;
  /** The Idempotency-Key of the turn. */
  readonly idempotencyKey: string;
  /** The text of the answer so far. */
  readonly content: string;
  /** Settles when nothing more of the turn is read: with its outcome, or with the reason why the turn failed or was left. */
  readonly ended: Promise<TurnOutcome>;
}

/** Where the client writes what it does. `console` is a logger. */
export interface Logger {
  /** Receives one line, without tokens and bodies. */
  debug(line: string): void;
}

/**
 * Headers as `fetch` takes them: an object, pairs, a Map or Headers. Null removes a header of that name from the headers of the client.
 */
export type HeadersOption =
  | Iterable<readonly [name: string, value: string | null | undefined]>
  | Headers
  | Readonly<Record<string, string | null | undefined>>;

/**
 * Options of `fetch` beside those that the client sets: `cache`, `credentials`, `keepalive` and so on, and those of a platform, such as
 * `dispatcher` of Node, `proxy` of Bun and `client` of Deno.
 */
export interface FetchOptions
  extends Omit<RequestInit, 'method' | 'headers' | 'body' | 'signal' | 'redirect' | 'dispatcher'> {
  readonly [option: string]: unknown;
}

/** What the client passes to `fetch`, beside the `fetchOptions`. */
export interface FetchInit {
  /** Of HTTP, in capitals. */
  readonly method: string;
  /** Their names are in lower case. */
  readonly headers: Record<string, string>;
  /** JSON; absent where a request has none. */
  readonly body?: string;
  /** Must end the request, and the reading of its answer. */
  readonly signal: AbortSignal;
  /** A redirect is not followed: it would take the token elsewhere. */
  readonly redirect: 'manual';
}

/** The headers of an answer. */
export interface FetchHeaders {
  /** The value of a header, or null if the answer lacks it. */
  get(name: string): string | null;
}

/** What the client reads of an answer. */
export interface FetchResponse {
  /** Whether the status is a success. */
  readonly ok: boolean;
  /** The status code, such as 404. */
  readonly status: number;
  /** What the server says beside the status code. */
  readonly statusText: string;
  /** Where the answer came from. */
  readonly url: string;
  /** The headers. */
  readonly headers: FetchHeaders;
  /** A stream of the web, or of Node. */
  readonly body: unknown;
  /** Reads the whole body. */
  text(): Promise<string>;
}

/** A function like `fetch`: that of the platform, of undici, of node-fetch or of cross-fetch, or one of your own. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/**
 * Options of one call, and for all calls of a client. An option of a call takes precedence over the client's. Numbers are 0 or more,
 * and Infinity means no limit.
 */
export interface RequestOptions {
  /**
   * Additional headers of the request. They are merged with those of the client, without regard to case. The token, the media type and
   * the Idempotency-Key take precedence.
   */
  readonly headers?: HeadersOption | undefined;
  /** Additional options of `fetch`. They are merged with those of the client. */
  readonly fetchOptions?: FetchOptions | undefined;
  /**
   * Longest wait for one answer with its body, in milliseconds. For a stream: until it opens. Each repeat has the whole time
   * again.
   * @default 60_000, and 2_100_000 (35 minutes) for `turns.send`
   */
  readonly timeout?: number | undefined;
  /**
   * Longest silence of a stream, in milliseconds. A ping breaks the silence; the service sends one after 15 seconds without
   * another event.
   * @default 60_000
   */
  readonly idleTimeout?: number | undefined;
  /**
   * Longest time from the first request of `turns.stream` to its terminal event, in milliseconds, all repeats included. The contract
   * gives a streamed turn no longest time, and `idleTimeout` ends a stream that is dead.
   * @default Infinity
   */
  readonly totalTimeout?: number | undefined;
  /**
   * How often a request that is safe to repeat is sent again; 0 turns repeats off. Repeats that wait for a running turn do not
   * count.
   * @default 4
   */
  readonly maxRetries?: number | undefined;
  /** Called before each request is sent, repeats included. When it throws, the call fails with its error. */
  readonly onRequest?: ((request: ObservedRequest) => void) | undefined;
  /**
   * Called when the answer to a request has arrived, or the request has failed. An answer that breaks the contract still fails afterwards.
   * When it throws, the call fails with its error.
   */
  readonly onResponse?: ((response: ObservedResponse) => void) | undefined;
  /** Called with each event of each turn, just before it is delivered. When it throws, the stream fails with its error. */
  readonly onEvent?: ((event: TurnEvent, turn: ObservedTurn) => void) | undefined;
  /** Called before the client waits and sends a request again. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** Receives a line for each answer and each repeat. */
  readonly logger?: Logger | undefined;
}

type NumericOption = {
  [Name in keyof RequestOptions]-?: number extends RequestOptions[Name] ? Name : never;
}[keyof RequestOptions];

/** The options that are numbers, and `limit` of a list, with their units. */
const UNITS: Readonly<Record<NumericOption | 'limit', 'milliseconds' | 'a whole number'>> = {
  timeout: 'milliseconds',
  idleTimeout: 'milliseconds',
  totalTimeout: 'milliseconds',
  maxRetries: 'a whole number',
  limit: 'a whole number',
};

/** @throws TypeError for an option that should be such a number and is not, such as NaN or a text. */
export function checkNumbers(options: object): void {
  for (const [name, unit] of Object.entries(UNITS)) {
    const value: unknown = options[name as keyof object];
    const isNumber = typeof value === 'number' && value >= 0;
    // Infinity is its own floor.
    if (value === undefined || (isNumber && (unit === 'milliseconds' || Math.floor(value) === value)))
      continue;
    throw new TypeError(
      `${name} cannot be ${value} (${typeof value}): give ${unit}, 0 or more, or Infinity for no limit`,
    );
  }
}

/** Options of `createClient`. */
export interface ClientOptions extends RequestOptions {
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
  readonly fetch?: Fetch | undefined;
}

/** Options of every method. */
export interface CallOptions extends RequestOptions {
  /**
   * Aborts the call, also in a pause between repeats. The call rejects with the signal's reason. A streamed turn goes on; whether a turn of
   * `turns.send` does is open.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `turns.send`. */
export interface SendOptions extends CallOptions {
  /** The Idempotency-Key of the turn. The same key with the same body never runs the turn twice. Default: a random key. */
  readonly idempotencyKey?: string | undefined;
}

/** Options of `turns.stream`. */
export interface StreamOptions extends SendOptions {
  /**
   * Whether the stream yields `ping` events too.
   * @default false
   */
  readonly pings?: boolean | undefined;
  /** Called for each event whose name is not in the contract. When it throws, the stream fails with its error. */
  readonly onUnknownEvent?: ((event: UnknownEvent) => void) | undefined;
}
