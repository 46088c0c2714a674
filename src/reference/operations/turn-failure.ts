import { ApiFailure, refusal } from '../failures/api-failure.ts';
import type { ErrorRowId } from '../failures/rows.ts';
import type { TurnFailure } from '../turns/failure.ts';

/** The row of spec/errors.yaml that tells a turn's failure over HTTP, by the turn's code. */
const ROWS: Readonly<Record<string, ErrorRowId>> = {
  upstream_error: 'turn-failed',
  interaction_in_auto_mode: 'interaction-in-auto-mode',
  turn_timeout: 'turn-timeout',
  persistence_failed: 'save-unconfirmed',
  idempotency_outcome_unknown: 'outcome-unknown',
};

/** What a blocking send answers when its turn failed; the replay answers the same (section 7). */
export function turnFailure(failure: TurnFailure, turn: { id: number; chatId: string }): ApiFailure {
  const { code, message, details } = failure;
  const data = { chat_id: turn.chatId, message_id: turn.id };
  const row = ROWS[code];
  if (row) return refusal(row, { data, message, ...(details && { details }) });
  // Without a row: the turn's own code, with the status of an outage.
  return new ApiFailure({ status: 503, messageCode: code, message, data, ...(details && { details }) });
}
