import { createFinalURL, createQuerySerializer } from 'openapi-fetch';
import type { Method } from '../../generated/methods.js';
import { ConversationApiError } from './error.ts';
import type { ClientOptions } from './options.ts';
import { readFailure } from './read-failure.ts';
import { type Runtime, systemRuntime } from './runtime.ts';

/** One request. Every repeat of it is sent from the same call. */
export interface Call {
  readonly method: Method;
  /** Values of the path's parameters, in the order of the path. */
  readonly path: readonly (string | number)[];
  readonly query?: unknown;
  /** JSON text, so that a repeat sends the same bytes. */
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface Answer {
  readonly data: unknown;
  readonly response: Response;
}

/** Milliseconds. */
const ANSWER_TIMEOUT = 60_000;

const querySerializer = createQuerySerializer();

/** Sends requests with the token. Each request that fails throws a ConversationApiError. */
export class Transport {
  readonly maxRetries: number;
  readonly runtime: Runtime;
  readonly #baseUrl: string;
  readonly #token: ClientOptions['token'];
  readonly #fetch: (request: Request) => Promise<Response>;

  /** @throws TypeError when `baseUrl` is not a URL, or ends in `/api/v1`. */
  constructor(options: ClientOptions, runtime: Runtime = systemRuntime) {
    // Looks the global fetch up with each request, so that a later replacement of it takes effect.
    const { baseUrl, token, fetch = (request) => globalThis.fetch(request), maxRetries = 4 } = options;
    this.#baseUrl = checkBaseUrl(baseUrl);
    this.#token = token;
    this.#fetch = fetch;
    this.maxRetries = maxRetries;
    this.runtime = runtime;
  }

  /**
   * Sends the request once.
   * @param parseAs `stream` leaves the body of a successful answer unread.
   * @param timeout Milliseconds until the whole answer has arrived; for a stream, its head.
   * @throws ConversationApiError for every failure, the signal's reason when it is aborted, and TypeError for an unusable id or
   * token.
   */
  async send(
    call: Call,
    parseAs: 'json' | 'stream',
    signal: AbortSignal,
    timeout: number = ANSWER_TIMEOUT,
  ): Promise<Answer> {
    const { method, idempotencyKey } = call;
    const operation = `${method.method} ${method.path}`;
    const request = await this.#request(call);
    const limit = new AbortController();
    const stop = this.runtime.after(timeout, () => limit.abort());
    // Browsers throw when their fetch is called as a method of another object.
    const fetch = this.#fetch;
    let response: Response | undefined;
    try {
      response = await fetch(new Request(request, { signal: AbortSignal.any([signal, limit.signal]) }));
      if (!response.ok) {
        throw readFailure(response, parse(await response.text()), operation, idempotencyKey);
      }
      return { response, data: parseAs === 'json' ? JSON.parse(await response.text()) : undefined };
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      if (cause instanceof ConversationApiError) throw cause;
      const [kind, problem] = limit.signal.aborted
        ? (['timeout', `no answer within ${timeout} ms`] as const)
        : cause instanceof SyntaxError
          ? (['invalid-response', 'the answer is not JSON'] as const)
          : (['connection', 'the connection failed'] as const);
      const message = `${operation}: ${problem}`;
      throw new ConversationApiError({ kind, message, status: response?.status, cause, idempotencyKey });
    } finally {
      stop();
    }
  }

  async #request(call: Call): Promise<Request> {
    const { method, path } = call.method;
    const headers = new Headers(call.headers);
    headers.set('Authorization', `Bearer ${await this.#readToken()}`);
    if (call.body !== undefined) headers.set('Content-Type', 'application/json');
    if (call.idempotencyKey !== undefined) headers.set('Idempotency-Key', call.idempotencyKey);
    const url = createFinalURL(path, {
      baseUrl: this.#baseUrl,
      params: { path: { ...call.path }, query: call.query as Record<string, unknown> },
      querySerializer,
      pathSerializer: fillPath,
    });
    return new Request(url, { method, headers, ...(call.body !== undefined && { body: call.body }) });
  }

  /** @throws TypeError for a token that a header cannot carry. The message does not contain the token. */
  async #readToken(): Promise<string> {
    const token = typeof this.#token === 'function' ? await this.#token() : this.#token;
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
      throw new TypeError('the token is empty or no header can carry it; give the access token alone');
    }
    return token;
  }
}

function checkBaseUrl(baseUrl: string): string {
  const { pathname } = new URL(baseUrl);
  if (/\/api\/v1\/?$/.test(pathname)) {
    throw new TypeError('leave /api/v1 out of baseUrl; every path begins with it');
  }
  return baseUrl.replace(/\/$/, '');
}

/** Returns the parsed JSON, or the text when it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @throws TypeError for a value that would lead to another path. */
function fillPath(path: string, values: Readonly<Record<number, unknown>>): string {
  let index = 0;
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = String(values[index++] ?? '');
    if (['', '.', '..'].includes(value)) throw new TypeError(`${name} is missing or not an id`);
    return encodeURIComponent(value);
  });
}
