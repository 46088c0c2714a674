import {
  type ApiCall,
  type Method,
  type Methods,
  methods,
  type Page,
  type TurnsMethods,
  type WithResponse,
} from '../../generated/methods.js';
import type { SendTurnRequest, TurnMessage } from '../../generated/types.js';
import { apiCall, listCall } from './api-call.ts';
import { type Call, failureOf, nameFound } from './call.ts';
import { type HeaderPairs, mergeHeaders, pairsOf } from './headers.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { Mask } from './mask.ts';
import {
  type CallOptions,
  type ClientOptions,
  checkNumbers,
  type RequestOptions,
  type SendOptions,
  type StreamOptions,
} from './options.ts';
import { isMessage, isObject, isSameChat, textOf } from './read-event.ts';
import { Retries } from './retries.ts';
import { abort, onAbort, type Runtime } from './runtime.ts';
import { Transport } from './transport.ts';
import { TurnStream } from './turn-stream.ts';
import { VERSION } from './version.ts';

/** Milliseconds. The service ends a turn after 30 minutes. */
const TURN_TIMEOUT = 35 * 60_000;

/** The promise of a finished turn. */
export interface TurnPromise extends ApiCall<TurnMessage> {
  /** The Idempotency-Key of the turn. It can be read before the response arrives. */
  readonly idempotencyKey: string;
}

/**
 * The body of `turns.send`. Nobody can answer the interactions of a blocking turn, so the only mode is `auto`, which is also the default.
 */
export interface BlockingTurnRequest extends Omit<SendTurnRequest, 'permission_mode'> {
  /**
   * What the turn may do without asking.
   * @default 'auto'
   */
  readonly permission_mode?: 'auto' | undefined;
}

/** The methods for turns. */
export interface Turns extends TurnsMethods<CallOptions> {
  /**
   * Sends a turn and waits until it has finished, which can take 30 minutes.
   *
   * When the connection is lost, the client sends the same Idempotency-Key again. The service then returns the outcome and does not run the
   * turn twice.
   * @throws ConversationApiError when the turn has failed or its outcome is not known.
   */
  send(chatId: string, body: BlockingTurnRequest, options?: SendOptions): TurnPromise;
  /**
   * Sends a turn and streams its events. The request is sent when you begin to read the stream.
   * @throws TypeError when an option that must be a number is not one.
   */
  stream(chatId: string, body: SendTurnRequest, options?: StreamOptions): TurnStream;
}

/** A request that the client has no method for. */
export interface UnknownRequest {
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The path below `baseUrl`, such as `/api/v1/reports/7`. Encode each id with `encodeURIComponent`. */
  readonly path: string;
  /** The parameters of the query. Those that are undefined or null are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>> | undefined;
  /** The body, which is sent as JSON. */
  readonly body?: unknown;
}

/** One method for each operation of the contract, grouped by tag. `createClient` creates a client. */
export interface Client extends Methods<CallOptions> {
  /** Methods that send turns, wait for them or stream them, and list the turns of a chat. */
  readonly turns: Turns;
  /**
   * Sends a request that the client has no method for, such as one of a later version of the service, with the token, the limits, the
   * observers and the failures of every other call. Returns the whole JSON of the response, or its text if it is not JSON.
   *
   * The request is repeated like any other: freely if it is a GET or has an `idempotencyKey`, and otherwise only if the service says that it
   * did nothing.
   * @throws TypeError when the path does not begin with a slash.
   */
  request<Body = unknown>(request: UnknownRequest, options?: SendOptions): ApiCall<Body>;
}

/**
 * Creates a client with one method for each operation of the contract, grouped by tag, such as `client.chats.list()`.
 *
 * A method returns the `data` of the response. A list method returns the whole response, with `data` and `meta`. A failed call rejects with
 * ConversationApiError, an aborted call with the reason of its signal, and a call that cannot be sent, such as one without an id, with
 * TypeError.
 *
 * The client repeats a failed request only when that is safe: when the request only reads or carries an Idempotency-Key, or when
 * the service says that it did nothing.
 * @throws TypeError when `baseUrl` is not a URL, has a password, a query or a fragment, or ends in `/api/v1`, and when a numeric option is
 * NaN or negative, or `maxRetries` is not a whole number.
 */
export function createClient(options: ClientOptions): Client {
  return connect(new Transport(options), options);
}

/** Creates a client that takes time and random numbers from `runtime`. */
export function createClientIn(runtime: Runtime, options: ClientOptions): Client {
  return connect(new Transport(options, runtime), options);
}

function connect(transport: Transport, defaults: RequestOptions): Client {
  checkNumbers(defaults);
  const headers = [agentOfPlatform(), pairsOf(defaults.headers)];
  // Throws now, not at the first call, if something cannot be a header.
  mergeHeaders(headers);
  const settle = <Options extends CallOptions>(options = {} as Options) => ({
    headers: [...headers, pairsOf(options.headers)],
    options: {
      ...defaults,
      ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
      fetchOptions: { ...defaults.fetchOptions, ...options.fetchOptions },
    } as Options,
  });
  /** Makes a function whose arguments are the path parameters, the body or query if the operation has one, and the options. */
  const bind = (method: Method) => {
    const parameters = method.path.split('{').length - 1;
    return (...args: unknown[]) => {
      const path = args.slice(0, parameters) as (string | number)[];
      const input = method.input && (args[parameters] ?? {});
      const settled = settle(args[parameters + (method.input ? 1 : 0)] as CallOptions);
      if (method.input === 'body') return apiCall(request(transport, { method, path, ...settled }, input));
      const read = (query: unknown, ending?: AbortController) =>
        request(transport, { method, path, query, ...settled }, undefined, ending);
      if (!method.isList) return apiCall(read(input));
      const { page: first = 1 } = input as { page?: number };
      return listCall(first, async (page, ending) => {
        const query = page === first ? input : { ...input, page };
        return (await read(query, ending)) as WithResponse<Page<unknown>>;
      });
    };
  };
  const groups = Object.entries(methods).map(([tag, group]) => [
    tag,
    Object.fromEntries(Object.entries(group).map(([name, method]) => [name, bind(method)])),
  ]);
  const client = Object.fromEntries(groups);
  const { send, stream } = methods.turns as Record<'send' | 'stream', Method>;
  client.turns.send = (chatId: string, body: BlockingTurnRequest, options?: SendOptions): TurnPromise => {
    const settled = settle(options);
    const { idempotencyKey = newIdempotencyKey(), timeout = TURN_TIMEOUT } = settled.options;
    const path = [chatId];
    const call = { ...settled, method: send, path, idempotencyKey, options: { ...settled.options, timeout } };
    const turn = { ...body, permission_mode: body.permission_mode ?? 'auto' };
    const answer = request(transport, call, turn) as Promise<WithResponse<TurnMessage>>;
    return Object.assign(apiCall(answer), { idempotencyKey });
  };
  client.turns.stream = (chatId: string, body: SendTurnRequest, options?: StreamOptions): TurnStream => {
    const settled = settle(options);
    const { idempotencyKey = newIdempotencyKey() } = settled.options;
    const mask = new Mask();
    const call = {
      method: stream,
      path: [chatId],
      body: JSON.stringify(body),
      idempotencyKey,
      mask,
      ...settled,
    };
    return new TurnStream(transport, client.interactions, call);
  };
  client.request = ({ method, path, query, body }: UnknownRequest, options?: SendOptions) => {
    if (path[0] !== '/') throw new TypeError('a path begins with a slash');
    const settled = settle(options);
    const { idempotencyKey } = settled.options;
    const row = { method, path, isUnknown: true, isKeyed: idempotencyKey !== undefined } as const;
    return apiCall(request(transport, { ...settled, method: row, path: [], query, idempotencyKey }, body));
  };
  return client;
}

async function request(
  transport: Transport,
  unmasked: Omit<Call, 'mask'>,
  body: unknown,
  ending = new AbortController(),
): Promise<WithResponse<unknown>> {
  checkNumbers(unmasked.options);
  const mask = new Mask();
  const call = { ...unmasked, mask, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const { method } = call;
  const { signal: callers, timeout = 0 } = call.options;
  const { signal } = ending;
  const reads = method.method === 'GET' ? 'always' : 'when-refused';
  const repeatable = method.isKeyed ? 'wait' : reads;
  // Only a request that sends a turn may have to wait until a turn has ended, so only it needs this limit.
  const longest = method.isKeyed ? Math.max(timeout, TURN_TIMEOUT) + 1 : Infinity;
  const retries = new Retries(transport.runtime, repeatable, call, longest);
  const stopListening = callers && onAbort(callers, (reason) => abort(ending, reason));
  try {
    for (;;) {
      try {
        const { data: body, response } = await transport.send(call, 'json', signal);
        const { data, meta } = Object(body);
        if (method.isUnknown || isUsable(data, call)) {
          const requestId = textOf(Object(meta).request_id);
          const isWhole = method.isUnknown || method.isList;
          return { data: isWhole ? body : data, response: response as Response, requestId };
        }
        const { status } = response;
        const problem = `the answer does not match the contract: ${nameFound(response)}`;
        throw failureOf(call, 'invalid-response', problem, { status, data: body });
      } catch (error) {
        await retries.pauseAfter(error, signal);
      }
    }
  } catch (error) {
    throw mask.error(error);
  } finally {
    stopListening?.();
  }
}

/** Whether the data has the form that every caller relies on: a list, an object, or the outcome of a turn in that chat. */
function isUsable(data: unknown, { method, path }: Call): boolean {
  if (method.isList) return Array.isArray(data);
  return isObject(data) && (!method.isKeyed || (isMessage(data) && isSameChat(data.chat_id, path[0])));
}

/** A browser sends its own user agent. It would ask the service first whether a page may send another. */
function agentOfPlatform(): HeaderPairs {
  const isBrowser = /^Mozilla/.test(globalThis.navigator?.userAgent);
  return isBrowser ? [] : [['user-agent', `conversation-api/${VERSION}`]];
}
