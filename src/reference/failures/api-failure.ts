import type { ErrorDetails } from '../../../generated/types.d.ts';
import { type ErrorRowId, errorRow } from './rows.ts';

/** What an operation throws to refuse a request; the HTTP layer answers it. */
export class ApiFailure extends Error {
  readonly code = 'api-failure';
  readonly status: number;
  readonly messageCode: string;
  readonly data: unknown;
  readonly details: FailureDetails | undefined;

  constructor(facts: FailureFacts) {
    super(facts.message);
    this.status = facts.status;
    this.messageCode = facts.messageCode;
    this.data = facts.data;
    this.details = facts.details;
  }
}

export interface FailureFacts {
  readonly status: number;
  readonly messageCode: string;
  /** For a person; it names the mend. */
  readonly message: string;
  readonly data?: unknown;
  /** Present for an outage; stands in `meta.error_details`. */
  readonly details?: FailureDetails;
}

/** Error details before it is known which request they belong to. */
export type FailureDetails = Omit<ErrorDetails, 'request_id'>;

/** A failure that spec/errors.yaml lists. Its message says what was wrong, and what to do as the row says. */
export function refusal(
  id: ErrorRowId,
  facts: { readonly data?: unknown; readonly details?: FailureDetails; readonly message?: string } = {},
): ApiFailure {
  const row = errorRow(id);
  return new ApiFailure({
    status: row.status,
    messageCode: row.message_code,
    message: facts.message ?? `${row.condition} ${row.retry}`,
    data:
      row.data_code === undefined
        ? facts.data
        : { code: row.data_code, ...(facts.data as object | undefined) },
    ...(facts.details && { details: facts.details }),
  });
}
