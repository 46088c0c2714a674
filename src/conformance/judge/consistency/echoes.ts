import type { OperationId, RequirementId } from '../../../../generated/ids.d.ts';
import { excerpt } from '../excerpt.ts';
import { isObject, type JsonObject } from '../json.ts';
import { hasRejected } from '../shape/rejected.ts';
import type { Report, SentRequest } from './sent-request.ts';

/** A member of an answer that repeats what the request named. */
interface Echo {
  readonly member: string;
  /** Where the request names it: the parameter in its path, or a member of its body. */
  readonly from: 'path' | 'action_id';
  readonly requirement: RequirementId;
}

const ACTION: Echo = { member: 'action_id', from: 'action_id', requirement: 'interactions.answer.action-id' };
const CHAT: Echo = { member: 'id', from: 'path', requirement: 'chats.answer.chat' };
const SKILL: Echo = { member: 'id', from: 'path', requirement: 'skills.answer.skill' };

/** By operation: the `data` of a success. */
const OF_SUCCESSES: Readonly<Partial<Record<OperationId, Echo>>> = {
  getChat: CHAT,
  updateChat: CHAT,
  deleteChat: { member: 'id', from: 'path', requirement: 'chats.delete.id' },
  sendMessage: { member: 'chat_id', from: 'path', requirement: 'messages.chat-id.equals-start' },
  approveTool: ACTION,
  respondPlan: ACTION,
  respondElicitation: ACTION,
  cancelAuth: ACTION,
  cancelTurn: { member: 'chat_id', from: 'path', requirement: 'cancel.answer.chat-id' },
  getSkill: SKILL,
  updateSkill: SKILL,
  toggleSkill: SKILL,
  deleteSkill: { member: 'id', from: 'path', requirement: 'skills.delete.id' },
};

/** By code: the `data` of a failure of a blocking send. */
const OF_FAILURES: Readonly<Record<string, Echo>> = {
  upstream_error: { member: 'chat_id', from: 'path', requirement: 'errors.turn-failed.data-ids' },
  turn_timeout: { member: 'chat_id', from: 'path', requirement: 'errors.turn-timeout.data-ids' },
};

/** Compares what an answer repeats with what the request named. */
export function compareEcho(
  request: SentRequest,
  isSuccess: boolean,
  body: JsonObject,
  report: Report,
): void {
  const { data, message_code: code } = body;
  const echo = isSuccess ? OF_SUCCESSES[request.operation] : OF_FAILURES[String(code)];
  if (!echo || !isObject(data) || data[echo.member] === undefined) return;
  if (hasRejected(data[echo.member])) return;
  const named =
    echo.from === 'path' ? request.parameter : isObject(request.body) ? request.body.action_id : undefined;
  if (named === undefined || isSameId(data[echo.member], named)) return;
  report(echo.requirement, request, {
    pointer: `/data/${echo.member}`,
    expected: excerpt(named),
    actual: excerpt(data[echo.member]),
  });
}

/** Case is not significant in a UUID, and the id of a skill is a text in the path. */
function isSameId(actual: unknown, named: unknown): boolean {
  return String(actual).toLowerCase() === String(named).toLowerCase();
}
