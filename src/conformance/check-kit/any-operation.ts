import type { Actor } from '../drive/actor.ts';
import type { Answer } from '../drive/answer.ts';
import { readGenerated } from '../generated.ts';
import type { CheckContext } from './context.ts';
import { makeChat } from './made-chat.ts';
import { makeSkill, skillBody } from './made-skill.ts';

/** An operation of the contract, as far as a check that speaks of all of them needs it. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly requiredScopes: readonly string[];
}

export const OPERATIONS = readGenerated<readonly Operation[]>('operations.json');

/** Values of the parameters in an operation's path. */
export type Place = Readonly<Record<string, string | number>>;

const PREFIX = '/api/v1';
const SENDS = ['sendMessage', 'streamMessage'];
/** No turn has asked for anything under this name. */
const NO_ACTION = { action_id: 'no-such-action' };

/** Bodies that nothing is wrong with. */
const BODIES: Readonly<Record<string, (t: CheckContext) => unknown>> = {
  createChat: () => ({ name: 'Conformance' }),
  updateChat: () => ({ name: 'Conformance' }),
  sendMessage: (t) => t.plain({ permission_mode: 'auto' }),
  streamMessage: (t) => t.plain({ permission_mode: 'manual' }),
  approveTool: () => ({ ...NO_ACTION, decisions: [{ tool_use_id: 'no-such-call', approved: false }] }),
  respondPlan: () => ({ ...NO_ACTION, action: 'reject' }),
  respondElicitation: () => ({ ...NO_ACTION, action: 'decline' }),
  cancelAuth: () => NO_ACTION,
  cancelTurn: () => ({}),
  createSkill: () => skillBody(),
  updateSkill: () => ({ description: 'Conformance' }),
};

/** A chat, a skill, or whatever else the path of an operation names. Sends get a chat that does not exist yet. */
export async function makePlace(
  t: CheckContext,
  { operationId, path }: Operation,
  owner: Actor = t.main,
): Promise<Place> {
  if (SENDS.includes(operationId)) return { chat_id: t.freshId() };
  if (path.includes('{skill_id}')) return { skill_id: (await makeSkill(t, {}, owner)).id };
  if (!path.includes('{chat_id}')) return {};
  const { id } = await makeChat(t, {}, owner);
  // What a cancellation answers in a chat that never ran is open.
  if (operationId === 'cancelTurn') t.given(await owner.send(t.plain(), { chatId: id }));
  return { chat_id: id };
}

/** A sound request of an operation. A stream is read to its end. */
export function requestOperation(
  t: CheckContext,
  { operationId, method, path }: Operation,
  place: Place,
  actor: Actor = t.main,
): Promise<Answer> {
  const target = path
    .slice(PREFIX.length)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(place[name])));
  const headers = SENDS.includes(operationId) ? { 'idempotency-key': t.freshId() } : {};
  return actor.request(method, target, BODIES[operationId]?.(t), headers);
}
