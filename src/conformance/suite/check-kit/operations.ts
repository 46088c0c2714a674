import type { OperationId } from '../../../../generated/ids.d.ts';
import type { Operation } from '../../../../generated/operations.d.ts';
import type { JsonInteger } from '../../../exact-json/exact-number.ts';
import type { Actor } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import { readGenerated } from '../../generated.ts';
import { SENDS } from '../../judge/operations.ts';
import { makeChat } from './chats.ts';
import type { CheckContext } from './context.ts';
import { makeSkill, skillBody } from './skills.ts';

export const OPERATIONS = readGenerated<readonly Operation[]>('operations.json');

/** Values for the parameters in an operation's path. */
export type PathParameters = Readonly<Record<string, string | JsonInteger>>;

const PREFIX = '/api/v1';
/** An `action_id` of no existing interaction. */
const NO_ACTION = { action_id: 'no-such-action' };

/** A valid body for each operation that takes one. */
const BODIES: Readonly<Partial<Record<OperationId, (t: CheckContext) => unknown>>> = {
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

/**
 * Creates the chat or skill in an operation's path. For the two sends, returns the id of a chat that does not exist yet.
 *
 * @throws CannotGoOn when the chat or skill is not created
 */
export async function makePathParameters(
  t: CheckContext,
  { operationId, path }: Operation,
  owner: Actor = t.main,
): Promise<PathParameters> {
  if (SENDS.includes(operationId)) return { chat_id: t.freshId() };
  if (path.includes('{skill_id}')) return { skill_id: (await makeSkill(t, {}, owner)).id };
  if (!path.includes('{chat_id}')) return {};
  const { id } = await makeChat(t, {}, owner);
  // The contract does not say how the service answers a cancellation in a chat without turns.
  if (operationId === 'cancelTurn') t.requireSuccess(await owner.send(t.plain(), { chatId: id }));
  return { chat_id: id };
}

/** Sends a valid request for an operation, and reads a stream to its end. @param further headers to add, or to replace the usual ones */
export function requestOperation(
  t: CheckContext,
  { operationId, method, path }: Operation,
  parameters: PathParameters,
  actor: Actor = t.main,
  further: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const key = SENDS.includes(operationId) ? { 'idempotency-key': t.freshId() } : {};
  return actor.request(method, addressOf(path, parameters), BODIES[operationId]?.(t), { ...key, ...further });
}

/** The URL path of an operation below `/api/v1`. @param path the path template of the operation */
export function addressOf(
  path: string,
  parameters: PathParameters,
  query: Readonly<Record<string, string>> = {},
): string {
  const filled = path
    .slice(PREFIX.length)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}
