import { type ApiFailure, type FailureDetails, refusal } from '../failures/api-failure.ts';
import type { ErrorRowId } from '../failures/rows.ts';
import type { InteractionState } from '../store/store.ts';
import { outage } from '../turns/cut.ts';
import type { DeliveryFailure, DeliveryProblem } from './delivery.ts';

interface Consequence {
  /** The new state of the interaction. */
  readonly state: InteractionState;
  readonly row: ErrorRowId;
  readonly details?: FailureDetails;
}

/** The consequences of a failed delivery of a decision (section 7). */
const CONSEQUENCES: Readonly<Record<DeliveryProblem, Consequence>> = {
  'not-sent': {
    state: 'pending',
    row: 'decision-not-sent',
    details: outage({
      service_code: 'decision_not_sent',
      dependency: 'conversation_core',
      operation: 'deliver_decision',
      failure_kind: 'unreachable',
      operation_outcome: 'not_started',
      retry_action: 'retry',
    }),
  },
  'no-answer': {
    state: 'closed',
    row: 'decision-result-unknown',
    details: outage({
      service_code: 'decision_unanswered',
      dependency: 'conversation_core',
      operation: 'deliver_decision',
      failure_kind: 'timeout',
      operation_outcome: 'unknown',
      retry_action: 'check_status',
    }),
  },
  rejected: { state: 'closed', row: 'decision-rejected' },
  'no-backend': {
    state: 'pending',
    row: 'interactions-unavailable',
    details: outage({
      service_code: 'interactions_unavailable',
      dependency: 'interaction_store',
      operation: 'find_interaction',
      failure_kind: 'unreachable',
      operation_outcome: 'not_started',
      retry_action: 'retry',
    }),
  },
};

/** The new state of the interaction and the failure that the client gets. */
export function undelivered(error: DeliveryFailure): { state: InteractionState; failure: ApiFailure } {
  const { state, row, details } = CONSEQUENCES[error.problem];
  const data = error.upstreamStatus === undefined ? undefined : { upstream_status: error.upstreamStatus };
  return { state, failure: refusal(row, { ...(details && { details }), ...(data && { data }) }) };
}
