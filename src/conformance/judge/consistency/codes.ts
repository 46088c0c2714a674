import type { OperationId, RequirementId } from '../../../../generated/ids.d.ts';
import { excerpt } from '../excerpt.ts';
import { isObject, type JsonObject } from '../json.ts';
import { ANSWERS } from '../operations.ts';
import type { Report, SentRequest } from './sent-request.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const POSITIVE = /^[1-9]\d{0,8}$/;

const CHAT: RequirementId = 'errors.not-found.answer';
const SKILL: RequirementId = 'errors.not-found.skill';

/**
 * The operations whose request has one possible cause for a 404: nothing with this id is in reach (section 7). The others send a body, which
 * may be refused as well, or ask for something that is not pending any more.
 */
const NOT_FOUND: Readonly<Partial<Record<OperationId, { requirement: RequirementId; id: RegExp }>>> = {
  getChat: { requirement: CHAT, id: UUID },
  deleteChat: { requirement: CHAT, id: UUID },
  listMessages: { requirement: CHAT, id: UUID },
  getSkill: { requirement: SKILL, id: POSITIVE },
  toggleSkill: { requirement: SKILL, id: POSITIVE },
  deleteSkill: { requirement: SKILL, id: POSITIVE },
};
const NOT_FOUND_CODE = 'api_v1_not_found';

/** The statuses of successes that the contract states (sections 4.4 and 4.5). The others are open. */
const SUCCESSES: Readonly<Partial<Record<OperationId, { status: number; requirement: RequirementId }>>> = {
  createSkill: { status: 201, requirement: 'skills.create.status-201' },
};

/** Compares the status of a success with the one that the contract states for its operation. */
export function compareStatus(request: SentRequest, status: number, report: Report): void {
  const stated = SUCCESSES[request.operation];
  if (!stated || status === stated.status) return;
  report(stated.requirement, request, {
    pointer: '',
    expected: `the status ${stated.status}`,
    actual: String(status),
  });
}

/** A failure whose row says what a client has to do (section 7). */
interface Advice {
  readonly retryAction: string;
  readonly requirement: RequirementId;
  /** The operations that the row speaks of; all if absent. */
  readonly operations?: readonly OperationId[];
}

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

/** Compares the codes of failures with the rows of section 7. */
export class CodeJudge {
  readonly #report: Report;
  /** The credentials that an operation has served: what it refuses now is not refused for the token or its scopes. */
  readonly #served = new Set<string>();

  constructor(report: Report) {
    this.#report = report;
  }

  judge(request: SentRequest, status: number, body: JsonObject): void {
    if (status < 300) this.#served.add(nameOf(request));
    this.#judgeNotFound(request, status, body);
    this.#judgeAdvice(request, status, body);
  }

  /** A malformed id, a page beyond the last one, and an answer without a code may have another cause. */
  #judgeNotFound(request: SentRequest, status: number, { message_code: code }: JsonObject): void {
    const known = NOT_FOUND[request.operation];
    if (status !== 404 || !known || typeof code !== 'string' || code === NOT_FOUND_CODE) return;
    if (request.query.size > 0 || !known.id.test(request.parameter)) return;
    if (!this.#served.has(nameOf(request))) return;
    this.#report(known.requirement, request, {
      pointer: '/message_code',
      expected: NOT_FOUND_CODE,
      actual: excerpt(code),
    });
  }

  /** The `retry_action` of an outage is that of its row. It may stand elsewhere than in the details. */
  #judgeAdvice(request: SentRequest, status: number, { message_code: code, meta }: JsonObject): void {
    const advice = status === 503 && typeof code === 'string' ? OF_503[code] : undefined;
    if (!advice || !(advice.operations?.includes(request.operation) ?? true)) return;
    const details = isObject(meta) && isObject(meta.error_details) ? meta.error_details : {};
    const { retry_action: action } = details;
    if (typeof action !== 'string' || action === advice.retryAction) return;
    this.#report(advice.requirement, request, {
      pointer: '/meta/error_details/retry_action',
      expected: advice.retryAction,
      actual: excerpt(action),
    });
  }
}

function nameOf({ actor, operation }: SentRequest): string {
  return `${actor} ${operation}`;
}
