import type { ConversationApiError } from './error.ts';
import type { TurnEvent, UnknownEvent } from './turn-event.ts';
import type { TurnOutcome } from './turn-progress.ts';

/** A failed request. */
export interface CallFailure {
  /** The method, and the path in the contract, or of `client.request` as you gave it. */
  readonly request: Pick<ObservedRequest, 'method' | 'path'>;
  /** Why it failed. */
  readonly error: ConversationApiError;
}

/** A failed attempt, and the pause before the next one. */
export interface Retry extends CallFailure {
  /** 1 for the first repeat. */
  readonly attempt: number;
  /** Milliseconds until the request is sent again. */
  readonly delay: number;
}

/** A request that is about to be sent. `onResponse` receives the same object. */
export interface ObservedRequest {
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The path in the contract, with the names of its parameters in braces. */
  readonly path: string;
  /** The full URL, with ids and query. */
  readonly url: string;
  /** Empty at first. Headers that you add here, such as `traceparent`, are sent too. */
  readonly headers: Record<string, string>;
}

/** How a request ended. The events of a stream arrive afterwards. */
export interface ObservedResponse {
  /** The request, as `onRequest` received it. */
  readonly request: ObservedRequest;
  /** The response, if the request succeeded. Do not read its body. */
  readonly response: FetchResponse | undefined;
  /** Why the request failed: ConversationApiError with the status, or the reason of an aborted signal. Undefined if it succeeded. */
  readonly error: unknown;
  /** Milliseconds since `onRequest`. */
  readonly duration: number;
}

/** The turn that an event belongs to. All events of a turn get the same object. */
export interface ObservedTurn {
  /** Id of the chat that the turn belongs to. */
  readonly chatId: string;
  /** The Idempotency-Key of the turn. */
  readonly idempotencyKey: string;
  /** The text of the answer so far. */
  readonly content: string;
  /** Resolves with the outcome of the turn. Rejects with the reason when the turn fails or reading stops early. */
  readonly ended: Promise<TurnOutcome>;
}

/**
 * Headers as `fetch` takes them: an object, pairs, a Map or Headers. The value null removes the header of that name from the headers of the
 * client.
 */
export type HeadersOption =
  | Iterable<readonly [name: string, value: string | null | undefined]>
  | Headers
  | Readonly<Record<string, string | null | undefined>>;

/**
 * Options of `fetch` that the client does not set itself: `cache`, `credentials`, `keepalive` and so on, and platform options such as
 * `dispatcher` in Node, `proxy` in Bun and `client` in Deno.
 */
export interface FetchOptions
  extends Omit<RequestInit, 'method' | 'headers' | 'body' | 'signal' | 'redirect' | 'dispatcher'> {
  readonly [option: string]: unknown;
}

/** What the client passes to `fetch`, besides the `fetchOptions`. */
export interface FetchInit {
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The headers, with names in lower case. */
  readonly headers: Record<string, string>;
  /** JSON text; absent if the request has no body. */
  readonly body?: string;
  /** Aborting it must end the request, and the reading of the response. */
  readonly signal: AbortSignal;
  /** Redirects are not followed, because they could send the token to another host. */
  readonly redirect: 'manual';
}

/** The headers of a response. */
export interface FetchHeaders {
  /** The value of a header, or null if the response does not have it. */
  get(name: string): string | null;
}

/** The part of a response that the client reads. */
export interface FetchResponse {
  /** Whether the status means success. */
  readonly ok: boolean;
  /** The status code, such as 404. */
  readonly status: number;
  /** The text that the server sent with the status code. */
  readonly statusText: string;
  /** The URL of the response. */
  readonly url: string;
  /** The headers. */
  readonly headers: FetchHeaders;
  /** A web stream or a Node stream. */
  readonly body: unknown;
  /** Reads the whole body. */
  text(): Promise<string>;
}

/** A function like `fetch`: from the platform, undici, node-fetch or cross-fetch, or your own. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/**
 * Options of one call, or of all calls of a client. An option of a call takes precedence over that of the client. Numbers are 0 or more,
 * and Infinity means no limit.
 */
export interface RequestOptions {
  /**
   * Additional headers of the request. They are merged with the client's headers, ignoring case. The token, the media type and the
   * Idempotency-Key take precedence.
   */
  readonly headers?: HeadersOption | undefined;
  /** Additional options of `fetch`. They are merged with those of the client. */
  readonly fetchOptions?: FetchOptions | undefined;
  /**
   * Longest wait for one response with its body, in milliseconds. For a stream: until it opens. Each repeat gets the full time again. A
   * connection that `turns.send` loses within this time, while the service is working, is replaced without counting as a repeat.
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
   * Longest time from the first request of `turns.stream` to its terminal event, in milliseconds, all repeats included. The contract does
   * not limit the duration of a streamed turn, and `idleTimeout` ends a dead stream.
   * @default Infinity
   */
  readonly totalTimeout?: number | undefined;
  /**
   * Maximum number of repeats of a request that is safe to repeat; 0 turns repeats off. Repeats that only wait for a running turn do not
   * count.
   * @default 4
   */
  readonly maxRetries?: number | undefined;
  /** Called before each request is sent, repeats included. When it throws, the call fails with its error. */
  readonly onRequest?: ((request: ObservedRequest) => void) | undefined;
  /**
   * Called when the response has arrived, or the request has failed. If the response breaks the contract, the call still fails afterwards.
   * When this function throws, the call fails with its error.
   */
  readonly onResponse?: ((response: ObservedResponse) => void) | undefined;
  /** Called with each event of each turn, just before it is delivered. When it throws, the stream fails with its error. */
  readonly onEvent?: ((event: TurnEvent, turn: ObservedTurn) => void) | undefined;
  /** Called before the client waits and sends a request again. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** Called when a call fails for good, and when a turn fails. Not called for an abort. When it throws, the call fails with its error. */
  readonly onFailure?: ((failure: CallFailure) => void) | undefined;
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

/** @throws TypeError when one of these options is not such a number, for example NaN or a string. */
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
   * Used instead of the global `fetch`. The client asks it not to follow redirects. Timeouts and aborts work even if this function ignores
   * the signal.
   */
  readonly fetch?: Fetch | undefined;
}

/** Options of every method. */
export interface CallOptions extends RequestOptions {
  /**
   * Aborts the call, also in a pause between repeats. The call rejects with the signal's reason. A streamed turn goes on. The contract does
   * not say whether a turn of `turns.send` goes on.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `turns.send`. */
export interface SendOptions extends CallOptions {
  /**
   * The Idempotency-Key of the turn. The same key with the same body never runs the turn twice. Pass one if something calls again after a
   * failure, such as a mutation of TanStack Query.
   * @default a random key for each call
   */
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
