import type { OperationId, RequirementId } from '../../../../generated/ids.d.ts';
import { excerpt } from '../excerpt.ts';
import type { JsonObject } from '../json.ts';
import type { Report, SentRequest } from './sent-request.ts';

interface Codes {
  readonly codes: readonly string[];
  readonly requirement: RequirementId;
}

const CHAT: Codes = { codes: ['api_v1_not_found'], requirement: 'errors.not-found.answer' };
const SKILL: Codes = { codes: ['api_v1_not_found'], requirement: 'errors.not-found.skill' };
/** Which of the two an interaction in a foreign chat gets is open. */
const ACTION: Codes = {
  codes: ['api_v1_action_not_found', 'api_v1_not_found'],
  requirement: 'errors.action-not-found.answer',
};

/** The codes of a 404 (section 7), by operation. A send may also be refused for what it attaches. */
const OF_404: Readonly<Partial<Record<OperationId, Codes>>> = {
  getChat: CHAT,
  updateChat: CHAT,
  deleteChat: CHAT,
  listMessages: CHAT,
  cancelTurn: { ...ACTION, requirement: 'errors.not-found.cancel' },
  approveTool: ACTION,
  respondPlan: ACTION,
  respondElicitation: ACTION,
  cancelAuth: ACTION,
  getSkill: SKILL,
  updateSkill: SKILL,
  toggleSkill: SKILL,
  deleteSkill: SKILL,
};

const WELL_FORMED = /^(\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * Compares the code of a 404 with those that its row allows. What a malformed id gets is open, and an answer without a code may
 * come from a gateway.
 */
export function compareCode(request: SentRequest, status: number, body: JsonObject, report: Report): void {
  const { message_code: code } = body;
  const known = OF_404[request.operation];
  if (status !== 404 || !known || typeof code !== 'string' || !WELL_FORMED.test(request.parameter)) return;
  if (known.codes.includes(code)) return;
  report(known.requirement, request, {
    pointer: '/message_code',
    expected: known.codes.join(' or '),
    actual: excerpt(code),
  });
}
