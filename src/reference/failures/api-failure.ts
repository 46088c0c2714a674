import type { ErrorDetails } from '../../../generated/types.d.ts';
import { type ErrorRowId, errorRow } from './rows.ts';

/** The refusal of a request. The HTTP layer turns it into the response. */
export class ApiFailure extends Error {
  readonly code = 'api-failure';
  readonly status: number;
  readonly messageCode: string;
  readonly data: unknown;
  readonly details: FailureDetails | undefined;
  readonly retryAfter: number | undefined;

  constructor(facts: FailureFacts) {
    super(facts.message);
    this.status = facts.status;
    this.messageCode = facts.messageCode;
    this.data = facts.data;
    this.details = facts.details;
    this.retryAfter = facts.retryAfter;
  }
}

export interface FailureFacts {
  readonly status: number;
  readonly messageCode: string;
  /** For people: what is wrong and how to fix it. */
  readonly message: string;
  readonly data?: unknown;
  /** Present for an outage; sent as `meta.error_details`. */
  readonly details?: FailureDetails;
  /** Sent as `Retry-After`, in seconds. The contract neither promises nor forbids this header. */
  readonly retryAfter?: number;
}

/** Error details. Only those of a stored outcome have the id of their request; others get that of the request that is answered. */
export type FailureDetails = Omit<ErrorDetails, 'request_id'> & Partial<Pick<ErrorDetails, 'request_id'>>;

export interface RefusalFacts {
  readonly data?: unknown;
  readonly details?: FailureDetails;
  /** What happened, if the row's condition covers more cases. */
  readonly condition?: string | undefined;
  /** Replaces the condition and the advice of the row. */
  readonly message?: string;
}

/** Creates a failure that spec/errors.yaml lists. By default, its message is the row's condition and advice. */
export function refusal(id: ErrorRowId, facts: RefusalFacts = {}): ApiFailure {
  const row = errorRow(id);
  return new ApiFailure({
    status: row.status,
    messageCode: row.message_code,
    message: facts.message ?? `${facts.condition ?? row.condition} ${row.retry}`,
    data:
      row.data_code === undefined
        ? facts.data
        : { code: row.data_code, ...(facts.data as object | undefined) },
    ...(facts.details && { details: facts.details }),
  });
}
