import type { StreamEvent } from '../../../generated/types.d.ts';
import type { TurnClose, TurnFailure } from '../store/store.ts';
import { renderTurn } from './message.ts';

type Turn = Parameters<typeof renderTurn>[0];

/** The event that ends a stream, live or replayed. */
export function terminalEvent(turn: Turn, close: TurnClose, unsettled?: TurnFailure): StreamEvent {
  const failure = unsettled ?? close.failure;
  if (failure) return { type: 'message.error', data: renderError(failure, close) };
  const data = renderTurn(turn, close);
  return close.status === 'cancelled'
    ? { type: 'message.cancelled', data: { ...data, status: 'cancelled' } }
    : { type: 'message.completed', data: { ...data, status: 'completed' } };
}

/**
 * message.error carries no message: only the failure, the runs if a task ran, and `agents` if the turn has agents
 * (section 6).
 */
function renderError({ code, message, retryable, details }: TurnFailure, close: TurnClose) {
  return {
    code,
    message,
    retryable,
    ...(details && { details }),
    ...(close.agentRuns.length > 0 && { agent_runs: [...close.agentRuns] }),
    ...(close.agents && { agents: close.agents }),
  };
}
