import type { RequirementId } from '../../../generated/ids.d.ts';

/** What a client has to do after the answer to a question has failed. */
export type Sequel = 'no repeat' | 'a look' | 'a repeat';

/** What failures of the answer to a question ask the client to do next. */
export const AFTER_FAILED_ANSWER = [
  {
    status: 409,
    code: 'api_v1_action_not_pending',
    row: 'errors.action-not-pending.no-retry',
    asks: 'no repeat',
  },
  {
    status: 503,
    code: 'api_v1_action_result_unknown',
    row: 'errors.decision-result-unknown.no-resend',
    asks: 'no repeat',
  },
  {
    status: 503,
    code: 'api_v1_action_result_unknown',
    row: 'errors.decision-result-unknown.no-resend',
    asks: 'a look',
  },
  {
    status: 409,
    code: 'api_v1_action_result_unknown',
    row: 'errors.decision-rejected.check-turn',
    asks: 'a look',
  },
  {
    status: 503,
    code: 'api_v1_interaction_backend_unavailable',
    row: 'errors.interactions-unavailable.retry',
    asks: 'a repeat',
  },
] as const satisfies readonly { status: number; code: string; row: RequirementId; asks: Sequel }[];

/**
 * The codes of a turn whose outcome the client does not know: the same turn then has the same key. A stream says the code in its last event,
 * the answer of a blocking send in its `data`.
 */
export const UNKNOWN_OUTCOMES = {
  idempotency_outcome_unknown: {
    event: 'events.error.idempotency-outcome-unknown-same-key',
    answer: 'errors.outcome-unknown.same-key',
    /** Whether the row asks for a repeat, and not only for the key of one. */
    mustRepeat: true,
  },
  persistence_failed: {
    event: 'events.error.persistence-failed-check-key',
    answer: 'errors.save-unconfirmed.check-key',
    mustRepeat: false,
  },
} as const satisfies Readonly<
  Record<string, { event: RequirementId; answer: RequirementId; mustRepeat: boolean }>
>;

export function isUnknownOutcome(code: unknown): code is keyof typeof UNKNOWN_OUTCOMES {
  return typeof code === 'string' && Object.hasOwn(UNKNOWN_OUTCOMES, code);
}

/** The codes of turns that were dispatched and failed: they may have had effects. */
const DISPATCHED: ReadonlySet<unknown> = new Set(['upstream_error', 'turn_timeout']);

/** Whether a client has to read the messages of the chat before it sends the turn of this `message.error` again. */
export function mayHaveHadEffects({ code, retryable }: Readonly<Record<string, unknown>>): boolean {
  return retryable === false && DISPATCHED.has(code);
}
