import { type ByteReader, readerOf } from './body.ts';
import { type Call, failureOf } from './call.ts';
import { ConversationApiError } from './error.ts';
import { mergeHeaders, pairsOf } from './headers.ts';
import type { ClientOptions, Fetch, FetchInit, FetchResponse, ObservedRequest } from './options.ts';
import { parseJson } from './read-event.ts';
import { readFailure } from './read-failure.ts';
import { abort, onAbort, type Runtime, reasonOf, systemRuntime } from './runtime.ts';
import { readToken } from './token.ts';

export interface Answer {
  /** The parsed JSON, or the text when it is not JSON. Undefined for a stream. */
  readonly data: unknown;
  readonly response: FetchResponse;
  /** Reads the body of a stream. */
  readonly reader?: ByteReader | undefined;
  /** Closes the connection of a stream. */
  close(): void;
}

/** Milliseconds. */
const ANSWER_TIMEOUT = 60_000;
/** Maximum size of a response that is not a stream, in bytes, decompressed. */
const LARGEST_ANSWER = 64 * 2 ** 20;

/** Sends requests with the token. Each request that fails throws a ConversationApiError. */
export class Transport {
  readonly runtime: Runtime;
  readonly #baseUrl: string;
  readonly #token: ClientOptions['token'];
  readonly #fetch: Fetch;

  /** @throws TypeError when `baseUrl` is not an HTTP URL, has a password, a query or a fragment, or ends in `/api/v1`. */
  constructor(options: ClientOptions, runtime: Runtime = systemRuntime) {
    // Looks up the global fetch for each request, so that a later replacement of it takes effect.
    const { baseUrl, token, fetch = (url, init) => globalThis.fetch(url, init) } = options;
    this.#baseUrl = checkBaseUrl(baseUrl);
    this.#token = token;
    this.#fetch = fetch;
    this.runtime = runtime;
  }

  /**
   * Sends the request once.
   * @param parseAs `stream` leaves the body of a successful response unread.
   * @throws ConversationApiError for every failure, the signal's reason when it is aborted, and TypeError for an unusable id or token.
   * Timeouts and aborts take effect at once, even if `fetch` or the token function ignores them.
   */
  async send(call: Call, parseAs: 'json' | 'stream', signal: AbortSignal): Promise<Answer> {
    const { timeout = ANSWER_TIMEOUT, onRequest, onResponse } = call.options;
    const { method, path } = call.method;
    const query = Object.entries(call.query ?? {})
      .flatMap(([name, value]) => (value == null ? [] : `${name}=${encodeURIComponent(value)}`))
      .join('&');
    const url = this.#baseUrl + fillPath(path, call.path) + (query && `?${query}`);
    const request = { method, path, url, headers: {} };
    onRequest?.(request);
    const sent = this.runtime.now();
    const attempt = new AbortController();
    const stopListening = onAbort(signal, (reason) => abort(attempt, reason));
    const stopTimer = this.runtime.after(timeout, () =>
      abort(attempt, failureOf(call, 'timeout', `no answer within ${timeout} ms`)),
    );
    const tell = (response?: FetchResponse, error?: unknown) => {
      const duration = this.runtime.now() - sent;
      onResponse?.({ request, response, error: call.mask.error(error), duration });
    };
    try {
      const answer = await new Promise<Answer>((resolve, reject) => {
        onAbort(attempt.signal, reject);
        this.#exchange(call, request, parseAs, attempt).then(resolve, reject);
      });
      tell(answer.response);
      return answer;
    } catch (failure) {
      // Also closes the stream of a response for which `onResponse` threw.
      abort(attempt);
      tell(undefined, failure);
      throw failure;
    } finally {
      // A stream stays open; the same signal closes it later.
      if (parseAs === 'json') stopListening();
      stopTimer();
    }
  }

  async #exchange(
    call: Call,
    request: ObservedRequest,
    parseAs: 'json' | 'stream',
    attempt: AbortController,
  ): Promise<Answer> {
    const { signal } = attempt;
    const init = await this.#initOf(call, request, signal);
    if (signal.aborted) throw reasonOf(signal);
    // Browsers throw when their fetch is called as a method of another object.
    const fetch = this.#fetch;
    let status: number | undefined;
    try {
      const response = await fetch(request.url, init);
      const { body, ok } = response;
      status = response.status;
      const reader = readerOf(body);
      // Needed if the body ignores the signal of its request, or the abort comes before the caller has the response.
      onAbort(signal, () => void reader?.cancel().catch(() => {}));
      const close = () => abort(attempt);
      if (ok && parseAs === 'stream') return { response, data: undefined, reader, close };
      const data = parseJson(reader ? await readText(reader, attempt, call, status) : await response.text());
      if (ok) return { response, data, close };
      // In a browser, the status of a redirect is 0.
      if (status < 400) {
        throw failureOf(call, 'invalid-response', 'the service redirects the request; check baseUrl', {
          status,
        });
      }
      throw readFailure(response, data, call);
    } catch (cause) {
      if (cause instanceof ConversationApiError) throw cause;
      const reason = describe(cause);
      const remedy = /version number/.test(reason) ? '; try http://' : '';
      const problem = `the connection to ${new URL(this.#baseUrl).host} failed: ${reason}${remedy}`;
      throw failureOf(call, 'connection', problem, { status, cause });
    }
  }

  /** Gets the token and makes the options for `fetch`. */
  async #initOf(
    call: Call,
    { method, headers: added }: ObservedRequest,
    signal: AbortSignal,
  ): Promise<FetchInit> {
    const headers = mergeHeaders([...call.headers, pairsOf(added)]);
    const token = await readToken(this.#token);
    call.mask.add(token);
    headers.set('Authorization', `Bearer ${token}`);
    if (call.body !== undefined) headers.set('Content-Type', 'application/json');
    if (call.idempotencyKey !== undefined) headers.set('Idempotency-Key', call.idempotencyKey);
    return {
      ...call.options.fetchOptions,
      method,
      headers: Object.fromEntries(headers),
      signal,
      // Following a redirect would send the request to a host that the caller has not named. Some edge runtimes do not accept `error`.
      redirect: 'manual',
      ...(call.body !== undefined && { body: call.body }),
    };
  }
}

/**
 * A host, and perhaps a path below which the service is. No password or query, since errors show the URL of a request and the client masks
 * only tokens.
 */
const BASE_URL = /^https?:\/\/[^@/?#]+(\/[^?#]*)?$/;

function checkBaseUrl(baseUrl: string): string {
  const { href } = new URL(baseUrl);
  if (!BASE_URL.test(href) || /\/api\/v1\/?$/.test(href)) {
    throw new TypeError(
      'baseUrl is like http://localhost:4010, without /api/v1, password, query or fragment',
    );
  }
  return href.replace(/\/$/, '');
}

/**
 * The message of the innermost cause, such as `connect ECONNREFUSED 127.0.0.1:4010`. The outer errors only say that fetch failed. An error
 * of OpenSSL has a `reason`, such as `wrong version number`; its message also names source lines of OpenSSL. A `fetch` may throw anything,
 * such as the response itself, whose status is 0 if it is an error response.
 */
function describe(error: unknown, depth = 8): string {
  const thrown = Object(error);
  const { cause, errors, message = error, reason = message, status } = thrown;
  const inner = cause ?? errors?.[0];
  if (inner && depth) return describe(inner, depth - 1);
  if (reason && typeof reason === 'string') return reason;
  const name = thrown === error ? (thrown.constructor?.name ?? 'an object') : String(error) || 'nothing';
  return `fetch threw ${name}${status ? ` ${status}` : ''}`;
}

/**
 * Reads the body of a response as text.
 * @throws ConversationApiError `invalid-response` for a body above the limit.
 */
async function readText(
  reader: ByteReader,
  attempt: AbortController,
  call: Call,
  status: number,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (let left = LARGEST_ANSWER; ; ) {
    const { value } = await reader.read();
    if (!value) return text + decoder.decode();
    left -= value.length;
    if (left < 0) {
      const failure = failureOf(call, 'invalid-response', 'the answer has more than 64 MiB', { status });
      abort(attempt, failure);
      throw failure;
    }
    text += decoder.decode(value, { stream: true });
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
