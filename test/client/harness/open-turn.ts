import type { TurnStream } from '../../../src/client/index.ts';
import { type Reply, type ScriptedService, scriptService } from './service.ts';
import { CHAT, delta, LiveStream, start } from './wire.ts';

/** A turn whose stream has begun and stays open. */
export interface OpenTurn extends ScriptedService {
  readonly service: ScriptedService;
  readonly live: LiveStream;
  readonly turn: TurnStream;
}

/** Begins a turn. @param more replies to the requests after the first */
export function openTurn(options: object = {}, more: readonly Reply[] = []): OpenTurn {
  const live = new LiveStream();
  const service = scriptService([live.reply, ...more]);
  const turn = service.client.turns.stream(CHAT, { content: 'When do we open?' }, options);
  live.send(start + delta('At '));
  return { ...service, service, live, turn };
}

/** Reads the two events that have arrived, and returns the pending read of the third. */
export async function readOn({ turn, settle }: OpenTurn) {
  const events = turn[Symbol.asyncIterator]();
  await settle(events.next());
  await settle(events.next());
  const waiting = events.next().catch((reason: unknown) => ({ thrown: reason }));
  return { events, waiting };
}
