import type { FailureDetails } from '../failures/api-failure.ts';

/** The abort reason of a turn that is stopped before its model has finished. */
export class TurnCut extends Error {
  readonly code = 'turn-cut';
  readonly why: CutCause;

  constructor(why: CutCause, options?: ErrorOptions) {
    super(`the turn was cut: ${why}`, options);
    this.why = why;
  }
}

/** The abort reason of everything that belongs to a turn, when the turn has ended by itself. */
export class TurnOver extends Error {
  readonly code = 'turn-over';

  constructor() {
    super('the turn has ended');
  }
}

/**
 * Why a turn is cut.
 *
 * - `cancelled`: the client called the cancel action.
 * - `timeout`: the turn reached its deadline.
 * - `unanswerable`: the turn needs an answer, and its channel cannot give one.
 * - `shutdown`: the server is stopping.
 * - `unwritable`: the store did not accept the turn's text.
 */
export type CutCause = 'cancelled' | 'timeout' | 'unanswerable' | 'shutdown' | 'unwritable';

/** The store cannot confirm that it saved the outcome of a turn. */
export class SaveUnconfirmed extends Error {
  readonly code = 'save-unconfirmed';
}

/** The store may or may not have saved the outcome. The cause is outside this server, so it is no defect. */
export class OutcomeLost extends Error {
  readonly code = 'outcome-lost';
}

/** Completes the error details of an outage of the conversation service. */
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
