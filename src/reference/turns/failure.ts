import type { ErrorDetails } from '../../../generated/types.d.ts';

/** Why a turn failed. It is stored under the turn's key, and every replay tells it again. */
export interface TurnFailure {
  /** `turn_timeout`, `upstream_error`, … as in message.error and, over HTTP, in the rows of errors.yaml. */
  readonly code: string;
  readonly message: string;
  /** True only if nothing was dispatched, so that a new attempt with a new key may work. */
  readonly retryable: boolean;
  /** Present when an outage is the cause. */
  readonly details?: ErrorDetails;
}
