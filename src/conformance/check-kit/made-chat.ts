import type { Actor } from '../drive/actor.ts';
import type { Answer } from '../drive/answer.ts';
import { type JsonObject, objectsIn } from '../judge/json.ts';
import type { CheckContext } from './context.ts';
import { isSameUuid } from './same-uuid.ts';

/** A chat that a check has made. */
export interface MadeChat {
  readonly id: string;
  readonly path: string;
  /** What its creation answered. */
  readonly answer: Answer;
}

/**
 * Makes a chat for a check whose matter is another. It has a name, since `{}` may be too little.
 *
 * @throws CannotGoOn when it is not created
 */
export async function makeChat(
  t: CheckContext,
  members: Readonly<Record<string, unknown>> = {},
  actor: Actor = t.main,
): Promise<MadeChat> {
  const answer = t.given(await actor.post('/chats', { name: 'Conformance', ...members }));
  t.assume(typeof answer.data.id === 'string', 'the chat that was created has no id');
  const id = String(answer.data.id);
  return { id, path: `/chats/${encodeURIComponent(id)}`, answer };
}

/** An actor's newest chats; what was made a moment ago is among them. @param query more members of it */
export async function listNewest(
  t: CheckContext,
  query: Readonly<Record<string, string>> = {},
  actor: Actor = t.main,
): Promise<Answer> {
  return t.given(await actor.get(`/chats?${new URLSearchParams({ ...query, size: '200' })}`));
}

/** The chat of an id among those listed. */
export function findChat(list: Answer, chatId: string): JsonObject | undefined {
  return list.items.find(({ id }) => isSameUuid(id, chatId));
}

/** A model that chats and turns can be given. @throws CannotGoOn when the catalog lists none */
export async function anyModel(t: CheckContext): Promise<number> {
  const [model] = objectsIn(t.given(await t.main.get('/chat/catalog')).data.models);
  t.assume(typeof model?.id === 'number', 'the catalog lists no model');
  return Number(model?.id);
}
