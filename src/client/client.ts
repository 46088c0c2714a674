import { type Method, type Methods, methods } from '../../generated/methods.js';
import type { SendTurnRequest, TurnMessage } from '../../generated/types.js';
import { type Call, failureOf } from './call.ts';
import { Mask } from './mask.ts';
import type { CallOptions, ClientOptions, SendOptions, StreamOptions } from './options.ts';
import { isMessage, isObject, isSameChat } from './read-event.ts';
import { Retries } from './retries.ts';
import type { Runtime } from './runtime.ts';
import { Transport } from './transport.ts';
import { TurnStream } from './turn-stream.ts';

/** Milliseconds. The service ends a turn after 30 minutes. */
const TURN_TIMEOUT = 35 * 60_000;

/** The finished turn, as `turns.send` promises it. The Idempotency-Key of the turn can be read before the answer arrives. */
export type TurnPromise = Promise<TurnMessage> & { readonly idempotencyKey: string };

type GeneratedMethods = Methods<CallOptions>;

/** One method for each operation of the contract, grouped by tag. `createClient` makes a client. */
export interface Client extends Omit<GeneratedMethods, 'turns'> {
  readonly turns: GeneratedMethods['turns'] & {
    /**
     * Sends a turn and waits until it has finished, which can take 30 minutes.
     *
     * `permission_mode` must be `auto`, since nobody can answer an interaction of a blocking send. When the connection is lost,
     * the client sends the same Idempotency-Key again: the service returns the outcome and does not run the turn twice.
     * @throws ConversationApiError when the turn has failed or its outcome is not known.
     */
    send(chatId: string, body: SendTurnRequest, options?: SendOptions): TurnPromise;
    /** Sends a turn and streams its events. The request is sent when you begin to read the stream. */
    stream(chatId: string, body: SendTurnRequest, options?: StreamOptions): TurnStream;
  };
}

/**
 * Creates a client, which has a method for each operation of the contract, grouped by tag: `client.chats.list()`.
 *
 * A method returns the `data` of the answer; a method that lists returns the whole answer, with `data` and `meta`. A failed call
 * rejects with ConversationApiError, an aborted call with the reason of its signal, and a call that cannot be sent, such as one
 * without an id, with TypeError.
 *
 * The client repeats a failed request only when that is safe: when the request only reads or carries an Idempotency-Key, or when
 * the service says that it did nothing.
 * @throws TypeError when `baseUrl` is not a URL, or ends in `/api/v1`.
 */
export function createClient(options: ClientOptions): Client {
  return connect(new Transport(options));
}

/** Creates a client that takes time and random numbers from `runtime`. */
export function createClientIn(runtime: Runtime, options: ClientOptions): Client {
  return connect(new Transport(options, runtime));
}

function connect(transport: Transport): Client {
  const groups = Object.entries(methods).map(([tag, group]) => [
    tag,
    Object.fromEntries(Object.entries(group).map(([name, method]) => [name, bind(transport, method)])),
  ]);
  const client = Object.fromEntries(groups);
  const { send, stream } = methods.turns as Record<'send' | 'stream', Method>;
  client.turns.send = (chatId: string, body: SendTurnRequest, options: SendOptions = {}): TurnPromise => {
    const idempotencyKey = options.idempotencyKey ?? newIdempotencyKey();
    const call = { method: send, path: [chatId], idempotencyKey, headers: options.headers };
    const { timeout = TURN_TIMEOUT } = options;
    const outcome = request(transport, call, body, { ...options, timeout });
    return Object.assign(outcome as Promise<TurnMessage>, { idempotencyKey });
  };
  client.turns.stream = (chatId: string, body: SendTurnRequest, options: StreamOptions = {}): TurnStream => {
    const idempotencyKey = options.idempotencyKey ?? newIdempotencyKey();
    const { headers } = options;
    const call = {
      method: stream,
      path: [chatId],
      body: JSON.stringify(body),
      idempotencyKey,
      headers,
      mask: new Mask(),
    };
    return new TurnStream(transport, client.interactions, call, options);
  };
  return client;
}

/** Makes a function whose arguments are the path's parameters, the body or query if the operation has one, and the options. */
function bind(transport: Transport, method: Method) {
  const parameters = method.path.split('{').length - 1;
  return (...args: unknown[]) => {
    const path = args.slice(0, parameters) as (string | number)[];
    const rest = args.slice(parameters);
    const input = method.input && rest.shift();
    const options = (rest[0] ?? {}) as CallOptions;
    const call = { method, path, headers: options.headers };
    return method.input === 'body'
      ? request(transport, call, input ?? {}, options)
      : request(transport, { ...call, query: input }, undefined, options);
  };
}

async function request(
  transport: Transport,
  call: Omit<Call, 'mask'>,
  body: unknown,
  { signal = new AbortController().signal, timeout }: CallOptions,
): Promise<unknown> {
  const { method } = call;
  const repeatable = method.method === 'GET' || method.isKeyed ? 'always' : 'when-refused';
  const retries = new Retries(transport.runtime, repeatable, transport.maxRetries);
  const mask = new Mask();
  const sent = { ...call, mask, ...(body !== undefined && { body: JSON.stringify(body) }) };
  try {
    for (;;) {
      try {
        const { data, response } = await transport.send(sent, 'json', signal, timeout);
        if (isObject(data) && isUsable(data.data, call)) return method.isList ? data : data.data;
        const { status } = response;
        throw failureOf(sent, 'invalid-response', 'the answer does not match the contract', { status, data });
      } catch (error) {
        await retries.pauseAfter(error, signal);
      }
    }
  } catch (error) {
    throw mask.error(error);
  }
}

/** Whether the data has the form that every caller relies on: a list, an object, or the outcome of a turn in that chat. */
function isUsable(data: unknown, { method, path }: Omit<Call, 'mask'>): boolean {
  if (method.isList) return Array.isArray(data);
  return isObject(data) && (!method.isKeyed || (isMessage(data) && isSameChat(data.chat_id, path[0])));
}

/** Returns 128 random bits as text: a uuid, or plain hex digits on a page without HTTPS, where randomUUID is missing. */
function newIdempotencyKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
