import type { ErrorRowId, FaultName, RequirementId } from '../../../../generated/ids.d.ts';
import type { LiveStream } from '../../drive/live-stream.ts';
import { R } from './check.ts';
import type { CheckContext } from './context.ts';

/** How a turn fails under a fault of its send. */
export interface FaultEnd {
  readonly fault: FaultName;
  readonly code: string;
  /** The requirement that says with which code the stream ends. */
  readonly requirement: RequirementId;
  /** The answer to a blocking send, if the contract says which. */
  readonly row?: Extract<ErrorRowId, 'save-unconfirmed' | 'outcome-unknown' | 'turn-timeout'>;
}

/** Failures at the end of a turn that only a fault can trigger. Nobody knows then what the service has stored. */
export const CLOSE_FAILURES: readonly FaultEnd[] = [
  {
    requirement: R['events.error.persistence-failed'],
    code: 'persistence_failed',
    fault: 'persistence',
    row: 'save-unconfirmed',
  },
  { requirement: R['events.error.outcome-unknown'], code: 'outcome_unknown', fault: 'outcome_unknown' },
  {
    requirement: R['events.error.idempotency-outcome-unknown'],
    code: 'idempotency_outcome_unknown',
    fault: 'idempotency_outcome_unknown',
    row: 'outcome-unknown',
  },
];

/** The failure of a turn that exceeds its deadline. */
export const TIMEOUT = {
  requirement: R['events.error.turn-timeout'],
  code: 'turn_timeout',
  fault: 'turn_timeout',
  row: 'turn-timeout',
} as const satisfies FaultEnd;

/** Expects that a stream ends with a failure that has this code. */
export function expectCode(
  t: CheckContext,
  requirement: RequirementId,
  stream: LiveStream,
  code: string,
): void {
  const claim = t.expect(requirement);
  claim.equals(stream, stream.terminal?.type, 'message.error');
  claim.equals(stream, stream.terminal?.data.code, code, '/code');
}
