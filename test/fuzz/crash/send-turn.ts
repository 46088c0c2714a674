import type { ActionRequired } from '../../../generated/types.d.ts';
import type { Answer, Caller } from './caller.ts';
import type { Ledger, SentTurn } from './ledger.ts';
import { outcomeOfAnswer, outcomeOfEvent } from './outcome.ts';

export type Channel = 'blocking' | 'streaming';

/** How the client behaves while a turn runs. */
export interface Manners {
  /** Leaves interactions without an answer. */
  readonly ignoresQuestions?: boolean;
  /** Cancels the turn after its first delta. */
  readonly cancels?: boolean;
}

/**
 * Sends a turn, or sends it again, and records the answer or the events in the ledger.
 *
 * @returns the code of a refusal, which neither began the turn nor returned its outcome
 * @throws Cut when the server was killed
 */
export async function sendTurn(
  caller: Caller,
  ledger: Ledger,
  turn: SentTurn,
  channel: Channel,
  manners: Manners = {},
): Promise<string | undefined> {
  const { chat, key, body } = turn;
  const path = `/chats/${chat.id}/messages`;
  const ask = { token: chat.token, method: 'POST', body, key };
  if (channel === 'blocking') return recordAnswer(ledger, turn, await caller.ask({ ...ask, path }));
  let received = '';
  let hasEnded = false;
  let isCancelling = manners.cancels !== true;
  const refusal = await caller.stream({ ...ask, path: `${path}/stream` }, async (event) => {
    if (hasEnded) ledger.problem('wrong', `key ${key}: ${event.type} after the end`);
    if (event.type === 'message.start') ledger.sawId(turn, event.data.message_id);
    if (event.type === 'message.delta') {
      received = event.data.replace ? event.data.text : received + event.data.text;
      turn.received = received;
    }
    if (event.type === 'message.action_required' && !manners.ignoresQuestions)
      await approve(caller, ledger, turn, event.data);
    const outcome = outcomeOfEvent(event);
    hasEnded = outcome !== undefined;
    if (outcome) ledger.sawOutcome(turn, outcome);
    if (event.type === 'message.error' && event.data.retryable)
      ledger.problem('wrong', `key ${key}: ${event.data.code} is retryable`);
    if (event.type !== 'message.delta' || isCancelling) return;
    isCancelling = true;
    await caller.ask({
      token: chat.token,
      method: 'POST',
      path: `/chats/${chat.id}/actions/cancel`,
      body: '{}',
    });
  });
  if (refusal) return refusal.body.message_code;
  if (!hasEnded) ledger.problem('wrong', `key ${key}: the stream ended without a terminal event`);
  return undefined;
}

/** Statuses of a request that neither began a turn nor returned an outcome. */
const REFUSALS = new Set([400, 403, 404, 409, 422]);

function recordAnswer(ledger: Ledger, turn: SentTurn, { status, body }: Answer): string | undefined {
  if (REFUSALS.has(status)) return body.message_code;
  const { id, message_id } = body.data as { id?: number; message_id?: number };
  const named = id ?? message_id;
  if (named !== undefined) ledger.sawId(turn, named);
  ledger.sawOutcome(turn, outcomeOfAnswer(status, body));
  return undefined;
}

async function approve(
  caller: Caller,
  ledger: Ledger,
  { chat }: SentTurn,
  asked: ActionRequired,
): Promise<void> {
  if (asked.kind !== 'tool_approval') return;
  const decisions = asked.payload.tools.map(({ tool_use_id }) => ({ tool_use_id, approved: true }));
  const answer = await caller.ask({
    token: chat.token,
    method: 'POST',
    path: `/chats/${chat.id}/actions/approve-tool`,
    body: JSON.stringify({ action_id: asked.action_id, decisions }),
  });
  if (answer.status !== 200) {
    ledger.problem('wrong', `an approval was answered ${JSON.stringify(answer)}`);
    return;
  }
  ledger.acknowledged += 1;
  ledger.answered.push({ chat, actionId: asked.action_id });
}
