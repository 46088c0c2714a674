import type { Turn } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import type { JsonObject } from '../../judge/json.ts';
import type { Channel, CheckContext } from './context.ts';
import { endOf } from './turns.ts';

/** A turn as shown by one answer or stream. */
export interface ShownTurn {
  readonly source: Answer | LiveStream;
  readonly turn: JsonObject;
}

/** A turn as shown by its send, by the replay of that send, and by the listing of its chat. */
export interface ShownTurns {
  readonly first: ShownTurn;
  readonly replay: ShownTurn;
  readonly listing: ShownTurn;
}

/**
 * Sends a turn, repeats the send with the same idempotency key, and reads the listing of its chat.
 *
 * @throws CannotGoOn when the turn does not complete, or is missing from the listing
 */
export async function showEverywhere(t: CheckContext, channel: Channel, turn: Turn): Promise<ShownTurns> {
  const sent = { chatId: t.freshId(), key: t.freshId() };
  const show = () => (channel === 'blocking' ? showAnswer(t, turn, sent) : showEnd(t, turn, sent));
  const first = await show();
  const replay = await show();
  return { first, replay, listing: await showListed(t, sent.chatId, first.turn.id) };
}

interface Sent {
  readonly chatId: string;
  readonly key: string;
}

async function showAnswer(t: CheckContext, turn: Turn, sent: Sent): Promise<ShownTurn> {
  const source = t.requireSuccess(await t.main.send({ ...turn, permission_mode: 'auto' }, sent));
  return { source, turn: source.data };
}

async function showEnd(t: CheckContext, turn: Turn, sent: Sent): Promise<ShownTurn> {
  const source = await t.open(turn, sent);
  return { source, turn: (await endOf(t, source, 'message.completed')).data };
}

/** Reads a turn from the listing of its chat. @throws CannotGoOn when it is missing there */
export async function showListed(t: CheckContext, chatId: string, id: unknown): Promise<ShownTurn> {
  const source = t.requireSuccess(await t.main.history(chatId));
  const turn = source.items.find((item) => item.id === id);
  t.require(turn !== undefined, 'the listing does not show the turn');
  return { source, turn: turn as JsonObject };
}
