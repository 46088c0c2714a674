import { ApiFailure, refusal } from '../failures/api-failure.ts';
import { renderFailure } from '../failures/render.ts';
import type { ErrorRowId } from '../failures/rows.ts';
import { unlisted } from '../failures/unlisted.ts';
import type { JsonAnswer } from '../http/exchange.ts';
import type { TurnFailure } from '../store/store.ts';
import type { Context, PageRequest } from './context.ts';

/** The envelope of a success (section 2.1). */
export function success({ request }: Context, message: string, data: unknown, status = 200): JsonAnswer {
  return {
    status,
    body: {
      status: 'success',
      message,
      message_code: 'api_v1_ok',
      data,
      meta: { request_id: request.requestId },
    },
  };
}

/** The envelope of one page of a list. @param total number of items on all pages */
export function listed(
  { request, page }: Context,
  message: string,
  data: readonly unknown[],
  total: number,
): JsonAnswer {
  const meta: PageRequest & { request_id: string; total: number } = {
    request_id: request.requestId,
    ...page,
    total,
  };
  return { status: 200, body: { status: 'success', message, message_code: 'api_v1_ok', data, meta } };
}

/** The envelope of a failure. @param report called with every error that is not an ApiFailure: it is a defect of this server */
export function failed(error: unknown, requestId: string, report: (error: unknown) => void): JsonAnswer {
  if (error instanceof ApiFailure) {
    const { status, retryAfter } = error;
    const body = renderFailure(error, requestId);
    return {
      status,
      body,
      ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
    };
  }
  report(error);
  return failed(
    unlisted('internal', 'The server failed to answer. The cause is in its log.'),
    requestId,
    report,
  );
}

/** The row of spec/errors.yaml for a failed turn, by the code of the turn's failure. */
const TURN_FAILURES: Readonly<Record<string, ErrorRowId>> = {
  upstream_error: 'turn-failed',
  interaction_in_auto_mode: 'interaction-in-auto-mode',
  turn_timeout: 'turn-timeout',
  persistence_failed: 'save-unconfirmed',
  idempotency_outcome_unknown: 'outcome-unknown',
};

/** The failure that is sent for a blocking send whose turn failed, and for each replay of it (section 7). */
export function turnFailure(failure: TurnFailure, turn: { id: number; chatId: string }): ApiFailure {
  const { code, message, details } = failure;
  const data = { chat_id: turn.chatId, message_id: turn.id };
  const row = TURN_FAILURES[code];
  if (row) return refusal(row, { data, message, ...(details && { details }) });
  // A code without a row gets the status of an outage and keeps its own code.
  return new ApiFailure({ status: 503, messageCode: code, message, data, ...(details && { details }) });
}
