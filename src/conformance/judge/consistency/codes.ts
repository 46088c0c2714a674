import type { OperationId, RequirementId } from '../../../../generated/ids.d.ts';
import { excerpt } from '../excerpt.ts';
import { isObject, type JsonObject } from '../json.ts';
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

/** A failure whose row says what a client has to do (section 7). */
interface Advice {
  readonly retryAction: string;
  readonly requirement: RequirementId;
  /** The operations that the row speaks of; all if absent. */
  readonly operations?: readonly OperationId[];
}

const ANSWERS: readonly OperationId[] = ['approveTool', 'respondPlan', 'respondElicitation', 'cancelAuth'];

/** By the code of a 503. */
const OF_503: Readonly<Record<string, Advice>> = {
  api_v1_agents_disabled: { retryAction: 'none', requirement: 'errors.agents-disabled.retry-action' },
  api_v1_service_unavailable: {
    retryAction: 'retry',
    requirement: 'errors.decision-not-sent.retry-action',
    operations: ANSWERS,
  },
  api_v1_action_result_unknown: {
    retryAction: 'check_status',
    requirement: 'errors.decision-result-unknown.retry-action',
  },
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

/** Compares the `retry_action` of an outage with that of its row. It may stand elsewhere than in the details. */
export function compareAdvice(request: SentRequest, status: number, body: JsonObject, report: Report): void {
  const { message_code: code, meta } = body;
  const advice = status === 503 && typeof code === 'string' ? OF_503[code] : undefined;
  if (!advice || !(advice.operations?.includes(request.operation) ?? true)) return;
  const details = isObject(meta) && isObject(meta.error_details) ? meta.error_details : {};
  const { retry_action: told } = details;
  if (typeof told !== 'string' || told === advice.retryAction) return;
  report(advice.requirement, request, {
    pointer: '/meta/error_details/retry_action',
    expected: advice.retryAction,
    actual: excerpt(told),
  });
}
