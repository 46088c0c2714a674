import type { Methods } from '../../generated/methods.js';
import { Mask } from './mask.ts';
import type { CallOptions, StreamOptions } from './options.ts';
import { onAbort, systemRuntime } from './runtime.ts';
import { TurnStream } from './turn-stream.ts';

export { ConversationApiError } from './error.ts';
export { createRelayClient, type RelayClient, type RelayClientOptions } from './relay-client.ts';
export type { TurnStream };

type Interactions = Methods<CallOptions>['interactions'];

/** Functions that send answers to your server: the methods of `client.interactions` that it offers. */
export type RelayedInteractions = {
  readonly [Name in keyof Interactions]?: (
    ...args: Parameters<Interactions[Name]>
  ) => Promise<Awaited<ReturnType<Interactions[Name]>>>;
};

/** Options of `readRelayedTurn`. */
export interface RelayOptions
  extends Pick<StreamOptions, 'signal' | 'idleTimeout' | 'totalTimeout' | 'pings' | 'onUnknownEvent'> {
  /** Sends the answers of interactions to your server. Without it, `approve` and the like reject with TypeError. */
  readonly interactions?: RelayedInteractions;
}

const METHOD = { method: 'GET', path: 'relayed turn' };

/**
 * Reads a turn that your own server relays with `turn.toReadableStream()`. A page then needs neither a token nor the rest of the client.
 * The client does not reconnect, since only your server knows the turn's key.
 * @param body The body of your server's response.
 */
export function readRelayedTurn(
  body: ReadableStream<Uint8Array>,
  { interactions = {}, ...options }: RelayOptions = {},
): TurnStream {
  const response = new Response(null, { headers: { 'content-type': 'text/event-stream' } });
  const send = async (_call: unknown, _parseAs: unknown, signal: AbortSignal) => {
    const reader = body.getReader();
    const close = () => void reader.cancel().catch(() => {});
    onAbort(signal, close);
    return { response, data: undefined, reader, close };
  };
  const transport = { runtime: systemRuntime, send };
  return new TurnStream(transport, withRefusals(interactions), {
    method: METHOD,
    path: [],
    headers: [],
    mask: new Mask(),
    options: { ...options, maxRetries: 0 },
  });
}

function withRefusals(interactions: RelayedInteractions): Interactions {
  const refuse = async () => {
    throw new TypeError('only your server can answer a relayed turn: pass `interactions` to readRelayedTurn');
  };
  return new Proxy(interactions, {
    get: (target, name) => Reflect.get(target, name) ?? refuse,
  }) as unknown as Interactions;
}
