import type { FailureDetails } from '../failures/api-failure.ts';

/** Ends a running turn before its model has finished; the reason with which its signal is aborted. */
export class TurnCut extends Error {
  readonly code = 'turn-cut';
  readonly why: CutCause;

  constructor(why: CutCause) {
    super(`the turn was cut: ${why}`);
    this.why = why;
  }
}

/**
 * `cancelled`: by the cancel action. `timeout`: by the deadline. `unanswerable`: it asked where nobody can answer.
 * `shutdown`: the server stops. `unwritable`: what it said could not be kept.
 */
export type CutCause = 'cancelled' | 'timeout' | 'unanswerable' | 'shutdown' | 'unwritable';

/** The save of a turn could not be confirmed. Thrown by a store that cannot tell whether it wrote. */
export class SaveUnconfirmed extends Error {
  readonly code = 'save-unconfirmed';
}

/** An outage of the conversation service, as it stands in error details. */
export function outage(
  facts: Pick<FailureDetails, 'service_code' | 'failure_kind' | 'operation_outcome' | 'retry_action'> &
    Partial<FailureDetails>,
): FailureDetails {
  return {
    schema_version: 1,
    service: 'conversation-service',
    dependency: null,
    operation: null,
    retryable: facts.retry_action === 'retry',
    ...facts,
  };
}
