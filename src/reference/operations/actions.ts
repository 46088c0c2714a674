import type {
  ApproveToolRequest,
  CancelAuthRequest,
  CancelTurnRequest,
  RespondElicitationRequest,
  RespondPlanRequest,
} from '../../../generated/types.d.ts';
import { refusal } from '../failures/api-failure.ts';
import { unlisted } from '../failures/unlisted.ts';
import type { HttpAnswer } from '../http/exchange.ts';
import { type Decision, DeliveryFailure } from '../interactions/delivery.ts';
import type { Question } from '../interactions/pending-interactions.ts';
import type { InteractionKind } from '../store/store.ts';
import { outage } from '../turns/cut.ts';
import { success } from './answers.ts';
import { ownChat } from './chats.ts';
import type { Context } from './context.ts';

export function approveTool(context: Context): Promise<HttpAnswer> {
  const { decisions } = context.body as ApproveToolRequest;
  const approved = new Map(
    decisions.map(({ tool_use_id, approved: isApproved }) => [tool_use_id, isApproved]),
  );
  return answer(context, 'tool_approval', (question) => {
    const asked = question.kind === 'tool_approval' ? question.payload.tools : [];
    // Exactly one decision for each tool of the question (section 4.4; A-100).
    const fits =
      decisions.length === asked.length && asked.every(({ tool_use_id }) => approved.has(tool_use_id));
    if (!fits)
      throw unlisted(
        'invalid-request',
        'decisions must have exactly one decision for each tool of the payload.',
      );
    return { kind: 'tool_approval', approved };
  });
}

export function respondPlan(context: Context): Promise<HttpAnswer> {
  const { action } = context.body as RespondPlanRequest;
  return answer(context, 'plan_approval', () => ({ kind: 'plan_approval', action }));
}

export function respondElicitation(context: Context): Promise<HttpAnswer> {
  const { action, content = {} } = context.body as RespondElicitationRequest;
  return answer(context, 'elicitation', () => ({ kind: 'elicitation', action, content }));
}

export function cancelAuth(context: Context): Promise<HttpAnswer> {
  return answer(context, 'auth_required', () => ({ kind: 'auth_required' }));
}

async function answer(
  context: Context,
  kind: InteractionKind,
  decide: (question: Question) => Decision,
): Promise<HttpAnswer> {
  const { id: chatId } = ownChat(context);
  const { action_id } = context.body as CancelAuthRequest;
  await context.ports.desk.answer(action_id, { credentialId: context.credential.id, chatId }, kind, decide);
  return success(context, 'Interaction resolved', { action_id, state: 'resolved' });
}

/** Cancels the running turn. If there is none, that is a success too (section 4.4). */
export async function cancelTurn(context: Context): Promise<HttpAnswer> {
  const { id: chatId } = ownChat(context);
  const { action_id } = context.body as CancelTurnRequest;
  const { desk, engine, store, delivery } = context.ports;
  const asker = { credentialId: context.credential.id, chatId };
  try {
    const wanted = action_id === undefined ? store.turns.findOpen(chatId) : desk.turnOf(action_id, asker);
    const turn = engine.findLive(wanted);
    if (turn) await delivery.cancel(turn);
    const message = turn ? 'Turn cancelled' : 'No turn was running';
    return success(context, message, { chat_id: chatId, cancelled: turn !== undefined });
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error;
    throw refusal('cancel-not-delivered', {
      details: outage({
        service_code: 'cancel_not_delivered',
        dependency: 'conversation_core',
        operation: 'cancel_turn',
        failure_kind: 'unreachable',
        operation_outcome: 'not_started',
        retry_action: 'retry',
      }),
    });
  }
}
