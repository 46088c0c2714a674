import { type Method, type Methods, methods } from '../../generated/methods.js';
import type { SendTurnRequest, TurnMessage } from '../../generated/types.js';
import { ConversationApiError } from './error.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { isObject } from './json.ts';
import type { CallOptions, ClientOptions, SendOptions, StreamOptions } from './options.ts';
import { isMessage, isSameChat } from './read-event.ts';
import { Retries } from './retries.ts';
import type { Surroundings } from './surroundings.ts';
import { type Call, Transport } from './transport.ts';
import { TurnStream } from './turn-stream.ts';

/** The service cuts a turn after 30 minutes. */
const TURN_TIMEOUT = 35 * 60_000;

/** The outcome of a blocking send, with the key that was sent. */
export type TurnPromise = Promise<TurnMessage> & { readonly idempotencyKey: string };

type GeneratedMethods = Methods<CallOptions>;

export interface Client extends Omit<GeneratedMethods, 'turns'> {
  readonly turns: GeneratedMethods['turns'] & {
    /**
     * Sends a turn and waits for the answer, which takes up to 30 minutes. `permission_mode` must be `auto`, since nobody can
     * answer an interaction here. When the connection is lost, the same key is sent again, which never runs the turn twice.
     */
    send(chatId: string, body: SendTurnRequest, options?: SendOptions): TurnPromise;
    /** Sends a turn and follows it. Nothing is sent before the stream is read. */
    stream(chatId: string, body: SendTurnRequest, options?: StreamOptions): TurnStream;
  };
}

/**
 * A client with a method for every operation of the contract, by tag: `client.chats.list()`. Methods return the `data` of the
 * answer, lists the whole answer with its `meta`.
 *
 * Every method throws ConversationApiError, and the reason of its signal when that is aborted. A request is sent again only where
 * that is safe: it only reads, it carries an Idempotency-Key, or the service said that nothing happened.
 * @throws TypeError for a base URL that is none.
 */
export function createClient(options: ClientOptions): Client {
  return connect(new Transport(options));
}

/** As createClient, with time and chance of the caller's. */
export function createClientIn(surroundings: Surroundings, options: ClientOptions): Client {
  return connect(new Transport(options, surroundings));
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
    const call = { method: stream, path: [chatId], body: JSON.stringify(body), idempotencyKey, headers };
    return new TurnStream(transport, client.interactions, call, options);
  };
  return client;
}

/** A method takes the path's parameters, then its body or query if it has one, then options. */
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
  call: Call,
  body: unknown,
  { signal = new AbortController().signal, timeout }: CallOptions,
): Promise<unknown> {
  const { method, idempotencyKey } = call;
  const repeatable = method.method === 'GET' || method.isKeyed ? 'always' : 'when-refused';
  const retries = new Retries(transport.surroundings, repeatable, transport.maxRetries);
  const sent = { ...call, ...(body !== undefined && { body: JSON.stringify(body) }) };
  for (;;) {
    try {
      const { data, response } = await transport.send(sent, 'json', signal, timeout);
      if (isObject(data) && isRelied(data.data, call)) return method.isList ? data : data.data;
      throw new ConversationApiError({
        kind: 'invalid-response',
        message: `${method.method} ${method.path}: the answer does not carry what the contract says`,
        status: response.status,
        data,
        idempotencyKey,
      });
    } catch (error) {
      await retries.pauseAfter(error, signal);
    }
  }
}

/** Whether the data is what every caller relies on: a list, an object, or the outcome of a turn in that chat. */
function isRelied(data: unknown, { method, path }: Call): boolean {
  if (method.isList) return Array.isArray(data);
  return isObject(data) && (!method.isKeyed || (isMessage(data) && isSameChat(data.chat_id, path[0])));
}
