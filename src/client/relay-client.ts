import type { Methods, WithResponse } from '../../generated/methods.js';
import { INTERACTIONS } from '../../generated/operation-groups.js';
import type { SendTurnRequest } from '../../generated/types.js';
import { apiCall } from './api-call.ts';
import { type Call, failureOf, isPage } from './call.ts';
import { ConversationApiError } from './error.ts';
import { type HeaderPairs, mergeHeaders, pairsOf } from './headers.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { Mask } from './mask.ts';
import {
  type CallOptions,
  checkNumbers,
  type Fetch,
  type FetchInit,
  type FetchResponse,
  type HeadersOption,
  type RequestOptions,
  type StreamOptions,
} from './options.ts';
import { isObject, parseJson, textOf } from './read-event.ts';
import { readFailure } from './read-failure.ts';
import { Transport } from './transport.ts';
import { TurnStream } from './turn-stream.ts';

/** Options of `createRelayClient`. Those of requests are the defaults of every call. */
export interface RelayClientOptions extends Omit<RequestOptions, 'headers'> {
  /** Where your relay is: a path of the page's own site, such as `/api/relay`, or a whole URL. */
  readonly url: string;
  /** Additional headers of each request, such as `authorization` for your own session, or a function that returns them. */
  readonly headers?: HeadersOption | (() => HeadersOption | Promise<HeadersOption>) | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
}

/** A client of your own relay. It has the part of a client that a page needs, and no token. */
export interface RelayClient {
  /**
   * Sends a turn through your relay and streams its events, as `client.turns.stream` does. Your server decides what it sends for `body`. The
   * client sends an Idempotency-Key, so when the connection to your server breaks, it reads the outcome by repeating the request.
   * @throws TypeError when `url` is not a URL, or an option that must be a number is not one.
   */
  stream(chatId: string, body: SendTurnRequest, options?: StreamOptions): TurnStream;
  /** Methods that answer the questions of a turn, or cancel it, through your relay. The questions of `stream` use them. */
  readonly interactions: Methods<CallOptions>['interactions'];
}

interface Prepared {
  readonly transport: Transport;
  readonly call: Call;
}

/**
 * Creates the client of a relay, which your server makes with `conversation-api/relay/next`, `/hono`, `/express`, `/fastify` or `/fetch`.
 * Failures are ConversationApiErrors with the kind, the status and the code that the service gave to your server.
 * @throws TypeError when an option that must be a number is not one.
 */
export function createRelayClient({ url, headers, fetch, ...defaults }: RelayClientOptions): RelayClient {
  checkNumbers(defaults);
  const send = withHeaders(headers, fetch);
  /** The URL is resolved late, since a page that is rendered on a server has no address there. */
  const prepare = (body: object, options: StreamOptions = {}): Prepared => {
    const { origin, pathname, search } = new URL(url, Object(globalThis).location?.href);
    const transport = new Transport({
      baseUrl: origin,
      // The transport always sends one. It does not leave this file.
      token: 'none',
      async fetch(target, init) {
        const response = await send(target, init, pairsOf(options.headers));
        if (response.ok) return response;
        throw readRelayFailure(response, parseJson(await response.text()), call);
      },
    });
    const call: Call = {
      method: { method: 'POST', path: pathname + search },
      path: [],
      body: JSON.stringify(body),
      headers: [],
      mask: new Mask(),
      // As in client.ts. A function for both would take the client out of its budget.
      options: {
        ...defaults,
        ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
        fetchOptions: { ...defaults.fetchOptions, ...options.fetchOptions },
      },
    };
    return { transport, call };
  };
  const interactions = Object.fromEntries(
    INTERACTIONS.map((interaction) => [
      interaction,
      (chatId: string, body: object = {}, options?: CallOptions) =>
        apiCall(post(() => prepare({ chatId, interaction, body }, options))),
    ]),
  ) as unknown as RelayClient['interactions'];
  return {
    interactions,
    stream(chatId, turn, options) {
      const { idempotencyKey = newIdempotencyKey() } = options ?? {};
      const { transport, call } = prepare({ chatId, turn }, options);
      return new TurnStream(streamsOf(transport), interactions, { ...call, path: [chatId], idempotencyKey });
    },
  };
}

/** Sends the headers of the page, which may be made anew for each request, and those of the call in place of the token. */
function withHeaders(
  headers: RelayClientOptions['headers'],
  fetch: Fetch = (url, init) => globalThis.fetch(url, init),
) {
  return async (url: string, init: FetchInit, ofCall: HeaderPairs): Promise<FetchResponse> => {
    const given = pairsOf(typeof headers === 'function' ? await headers() : headers);
    const own = Object.entries(init.headers).filter(([name]) => name !== 'authorization');
    return fetch(url, { ...init, headers: Object.fromEntries(mergeHeaders([given, ofCall, own])) });
  };
}

/** Sends what is no turn. Your server repeats it where that is safe. */
async function post(prepare: () => Prepared): Promise<WithResponse<unknown>> {
  const { transport, call } = prepare();
  checkNumbers(call.options);
  const { signal = new AbortController().signal } = call.options;
  const { data: body, response } = await transport.send(call, 'json', signal);
  if (!isObject(body) || !isObject(body.data)) throw notFromRelay(response, call);
  const requestId = isObject(body.meta) ? textOf(body.meta.request_id) : undefined;
  return { data: body.data, response: response as Response, requestId };
}

/** Something other than the relay may answer with success, such as a page to sign in. */
function streamsOf(transport: Transport): Pick<Transport, 'send' | 'runtime'> {
  return {
    runtime: transport.runtime,
    async send(call, parseAs, signal) {
      const answer = await transport.send(call, parseAs, signal);
      const { response } = answer;
      if (/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) return answer;
      answer.close();
      throw notFromRelay(response, call);
    },
  };
}

function notFromRelay(response: FetchResponse, call: Call): ConversationApiError {
  const { status } = response;
  return failureOf(call, 'invalid-response', `the answer is not from the relay: ${nameAnswer(response)}`, {
    status,
  });
}

function nameAnswer(response: FetchResponse): string {
  const type = response.headers.get('content-type')?.slice(0, 99) || 'no content-type';
  return isPage(response) ? `a web page (${type})` : type;
}

/**
 * Makes the error for a failed response. A relay names the kind, and the status if the service gave one. Other answers come from what is in
 * front of the relay, such as a proxy, or a page to sign in.
 */
function readRelayFailure(response: FetchResponse, body: unknown, call: Call): ConversationApiError {
  const { status } = response;
  // In a browser, the status of a redirect is 0.
  if (status < 400) return failureOf(call, 'invalid-response', 'the relay redirects the request', { status });
  const { kind, status: given } = isObject(body) ? body : ({} as Record<string, unknown>);
  if (typeof kind === 'string') {
    const facts = readFailure(response, { message: kind, ...(body as object) }, call);
    const channel = given === status ? 'http' : undefined;
    return new ConversationApiError({
      ...facts,
      kind: kind as ConversationApiError['kind'],
      channel,
      status: channel && status,
    });
  }
  const facts = readFailure(response, isPage(response) ? { message: nameAnswer(response) } : body, call);
  return facts.status === 413 ? new ConversationApiError({ ...facts, kind: 'request-too-large' }) : facts;
}
