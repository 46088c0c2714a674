import { ModelFailure, type ModelFailureFacts } from '../models/model.ts';
import type { MaskSecrets } from '../secrets/secret-mask.ts';
import type { TurnFailure } from '../store/store.ts';
import { type CutCause, outage, TurnCut } from './cut.ts';

/** The failure that a client gets for each cause. A cancelled turn has not failed. */
const CUTS: Readonly<Record<Exclude<CutCause, 'cancelled'>, Omit<TurnFailure, 'details'>>> = {
  timeout: {
    code: 'turn_timeout',
    message: 'The turn exceeded its maximum duration and was cut.',
    retryable: false,
  },
  unanswerable: {
    code: 'interaction_in_auto_mode',
    message:
      'The turn asked for an answer that this channel cannot give, and was cut. Send the turn to the stream.',
    retryable: false,
  },
  shutdown: {
    code: 'upstream_error',
    message: 'The conversation service stopped while the turn ran.',
    retryable: false,
  },
  unwritable: {
    code: 'upstream_error',
    message: 'The conversation service could not store the text of the turn.',
    retryable: false,
  },
};

/** The codes of all failures that a turn can end with. */
export function failureCodes(): readonly string[] {
  const cuts = Object.values(CUTS).map(({ code }) => code);
  return [...new Set([...cuts, 'upstream_error', 'not_dispatched', ...Object.keys(UNSETTLED)])];
}

/** Whether an error that ended a turn is a defect of this server. */
export function isDefect(error: unknown): boolean {
  return error !== undefined && !(error instanceof TurnCut || error instanceof ModelFailure);
}

/** The failure of a turn that an error has ended; undefined when the turn was cancelled. */
export function failureOf(error: unknown, requestId: string, mask: MaskSecrets): TurnFailure | undefined {
  if (error instanceof TurnCut) return error.why === 'cancelled' ? undefined : CUTS[error.why];
  if (error instanceof ModelFailure) return ofModel(error, requestId, mask);
  return {
    code: 'upstream_error',
    message: 'The conversation service failed while the turn ran.',
    retryable: false,
    details: {
      ...outage({
        service_code: 'turn_failed',
        failure_kind: 'internal',
        operation: 'run_turn',
        operation_outcome: 'unknown',
        retry_action: 'check_status',
      }),
      request_id: requestId,
    },
  };
}

function ofModel({ message, facts }: ModelFailure, requestId: string, mask: MaskSecrets): TurnFailure {
  return {
    // Only a turn that reached no provider may be repeated, and `upstream_error` is never retryable (section 6).
    code: facts.dispatched ? 'upstream_error' : 'not_dispatched',
    message: mask(message),
    retryable: !facts.dispatched,
    ...(facts.isOutage && { details: { ...ofProvider(facts), request_id: requestId } }),
  };
}

function ofProvider(facts: ModelFailureFacts) {
  return outage({
    service_code: facts.serviceCode,
    dependency: 'model_provider',
    operation: 'generate_answer',
    failure_kind: facts.failureKind,
    operation_outcome: facts.dispatched ? 'unknown' : 'not_started',
    retry_action: facts.dispatched ? 'check_status' : 'retry',
  });
}

/** The failures of a turn whose close failed, in the three ways that section 6 distinguishes. */
export const UNSETTLED = {
  persistence_failed: {
    code: 'persistence_failed',
    message:
      'The turn finished, but its save could not be confirmed. Repeat with the same key to learn the outcome.',
    retryable: false,
  },
  outcome_unknown: {
    code: 'outcome_unknown',
    message:
      'The turn could not be closed, and what was stored is not known. Repeat with the same key later.',
    retryable: false,
  },
  idempotency_outcome_unknown: {
    code: 'idempotency_outcome_unknown',
    message: 'Another execution closed this turn. Repeat with the same key to read the stored outcome.',
    retryable: false,
  },
} as const satisfies Record<string, TurnFailure>;

/** The failure that recovery stores for a turn whose process stopped. */
export function interrupted(requestId: string): TurnFailure {
  return {
    code: 'upstream_error',
    message:
      'The conversation service stopped while the turn ran. The content is what was stored until then.',
    retryable: false,
    details: {
      ...outage({
        service_code: 'turn_interrupted',
        operation: 'run_turn',
        failure_kind: 'process_stopped',
        operation_outcome: 'unknown',
        retry_action: 'check_status',
      }),
      request_id: requestId,
    },
  };
}
