import type { HttpAnswer, JsonAnswer } from '../http/exchange.ts';
import { freshChat } from '../store/fresh-chat.ts';
import type { TurnClose, TurnFailure, TurnRecord } from '../store/store.ts';
import { type LiveTurn, startEvent } from '../turns/live-turn.ts';
import { renderListed, renderTurn } from '../turns/message.ts';
import type { TurnOrder } from '../turns/order.ts';
import { terminalEvent } from '../turns/terminal.ts';
import { listed, success, turnFailure } from './answers.ts';
import { ownChat } from './chats.ts';
import { type Context, offsetOf } from './context.ts';
import { checkTurn } from './turn-checks.ts';
import { TurnDraft } from './turn-draft.ts';

export function listMessages(context: Context): JsonAnswer {
  const { id } = ownChat(context);
  const { turns, total } = context.ports.store.turns.list(id, offsetOf(context.page));
  return listed(context, 'Messages listed', turns.map(renderListed), total);
}

/** Waits for the end of the turn. The turn continues if the client disconnects. */
export async function sendMessage(context: Context): Promise<HttpAnswer> {
  const { replayed } = context;
  if (replayed) return answerTurn(context, replayed, ...endOf(context, replayed));
  const turn = accept(context, 'blocking');
  void context.ports.engine.run(turn);
  const { close, unsettled } = await turn.ended;
  return answerTurn(context, turn.facts, close, unsettled);
}

export function streamMessage(context: Context): HttpAnswer {
  const { replayed, request } = context;
  if (replayed) {
    // A replay sends the outcome again, without the events before it.
    const terminal = terminalEvent(replayed, ...endOf(context, replayed));
    return {
      status: 200,
      ...(terminal.type === 'message.error' && { logged: { failure: terminal.data.code } }),
      open(sink) {
        sink.send(startEvent(replayed.id, replayed.chatId, request.requestId));
        sink.send(terminal);
        sink.end();
      },
    };
  }
  const turn = accept(context, 'streaming');
  return {
    status: 200,
    open(sink) {
      turn.attach(sink);
      void context.ports.engine.run(turn);
    },
  };
}

/** Checks the turn and stores it. @throws ApiFailure of the first check that refuses it */
function accept(context: Context, channel: 'blocking' | 'streaming'): LiveTurn {
  const draft = new TurnDraft(context, channel);
  checkTurn(draft);
  return context.ports.engine.begin(orderOf(draft));
}

function orderOf(draft: TurnDraft): TurnOrder {
  const { context, body, chat, channel, mode, model, attached } = draft;
  const { chatId, credential, key, ports, request, usable } = context;
  const company = ports.directory.companies.get(usable.user.companyId);
  const owner = { credentialId: credential.id, userId: credential.userId };
  const principal = attached.agents.find(({ id }) => id === body.principal_agent_id);
  if (!model || !company) throw new Error('a turn without a model or a company passed the checks');
  return {
    channel,
    requestId: request.requestId,
    owner,
    company,
    chatId,
    ...(!chat && { newChat: freshChat(owner, chatId, ports.clock.now()) }),
    ...(key && { key }),
    content: body.content,
    mode,
    model,
    metadata: (body.metadata ?? null) as Record<string, unknown> | null,
    attached,
    ...(principal && { principal }),
  };
}

/** The outcome of a replayed turn, and the failure to send in its place while the outcome is not certain. */
function endOf({ ports }: Context, turn: TurnRecord): [TurnClose, TurnFailure | undefined] {
  const end = ports.engine.unsettled(turn);
  if (end) return [end.close, end.unsettled];
  if (!turn.close) throw new Error(`turn ${turn.id} is open, and nothing runs it`);
  return [turn.close, undefined];
}

function answerTurn(
  context: Context,
  turn: Parameters<typeof renderTurn>[0],
  close: TurnClose,
  unsettled: TurnFailure | undefined,
): HttpAnswer {
  const failure = unsettled ?? close.failure;
  if (failure) throw turnFailure(failure, turn);
  return success(context, `Turn ${close.status}`, renderTurn(turn, close));
}
