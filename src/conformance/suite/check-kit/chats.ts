import type { Actor } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import { momentOf, ROUNDING } from '../../judge/consistency/moments.ts';
import type { JsonObject } from '../../judge/json.ts';
import type { CheckContext } from './context.ts';

/** A chat that a check created. */
export interface MadeChat {
  readonly id: string;
  readonly path: string;
  /** The answer that created the chat. */
  readonly answer: Answer;
}

/**
 * Creates a chat for a check that tests something else. The chat has a name because a service may refuse `{}`.
 *
 * @throws CannotGoOn when the chat is not created
 */
export async function makeChat(
  t: CheckContext,
  members: Readonly<Record<string, unknown>> = {},
  actor: Actor = t.main,
): Promise<MadeChat> {
  const answer = t.requireSuccess(await actor.post('/chats', { name: 'Conformance', ...members }));
  t.require(typeof answer.data.id === 'string', 'the chat that was created has no id');
  const id = String(answer.data.id);
  return { id, path: `/chats/${encodeURIComponent(id)}`, answer };
}

/**
 * Lists an actor's newest chats on one page of the maximum size, so that it includes a chat created just before.
 *
 * @param query further query parameters
 */
export async function listNewest(
  t: CheckContext,
  query: Readonly<Record<string, string>> = {},
  actor: Actor = t.main,
): Promise<Answer> {
  return t.requireSuccess(await actor.get(`/chats?${new URLSearchParams({ ...query, size: '200' })}`));
}

/** Finds a chat in a list by its id. */
export function findChat(list: Answer, chatId: string): JsonObject | undefined {
  return list.items.find(({ id }) => isSameUuid(id, chatId));
}

/**
 * Whether a page of the newest chats may have no room for a chat, because all chats on it may be newer by creation or by activity.
 */
export function isFullOfNewer({ items, meta }: Answer, { created_at: created }: JsonObject): boolean {
  const at = momentOf(created);
  return (
    items.length >= Number(meta.size) &&
    items.every(({ updated_at }) => (momentOf(updated_at) ?? Infinity) >= (at ?? 0) - ROUNDING)
  );
}

/** Compares a value with a UUID. Case does not matter in a UUID. */
export function isSameUuid(value: unknown, uuid: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === uuid.toLowerCase();
}
