import { randomUUID } from 'node:crypto';
import { refusal } from '../../../reference/failures/api-failure.ts';
import { renderFailure } from '../../../reference/failures/render.ts';
import type { Exchange, HttpAnswer, HttpRequest } from '../../../reference/http/exchange.ts';
import { TIMERS } from '../../../reference/timers.ts';
import { askBeside, inExchange } from '../../decorators/in-exchange.ts';
import { answerInstead, rewriteAnswers, rewriteRequests, withHeader } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

const CUT = 'interaction_in_auto_mode';

/** Turns that end otherwise than the requirements say. */
export const turnEndingBreakages: readonly Breakage[] = [
  inExchange(
    'turns.send.interaction-cut',
    'A turn that is cut for an interaction is told as failed downstream.',
    rewriteAnswers('sendMessage', (body) =>
      body.message_code === CUT ? { ...body, message_code: 'upstream_error' } : body,
    ),
  ),
  inExchange(
    'turns.send.interaction-cut-settles/pending',
    'A turn that was cut stays pending.',
    listing((turn) => (turn.status === 'error' ? { ...turn, status: 'pending' } : turn)),
  ),
  inExchange(
    'turns.send.interaction-cut-settles/run-again',
    'A turn that was cut runs again when its key is repeated.',
    rewriteRequests('sendMessage', (request) => withHeader(request, 'idempotency-key', randomUUID())),
  ),
  {
    id: 'turns.send.deadline/none',
    requirement: 'turns.send.deadline',
    port: 'clock',
    behaviour: 'A turn may go on for ever.',
    ports: (ports) => ({
      ...ports,
      clock: {
        now: () => ports.clock.now(),
        after: (duration, callback) =>
          duration === TIMERS.turn ? () => {} : ports.clock.after(duration, callback),
      },
    }),
  },
  inExchange(
    'turns.send.deadline/status',
    'A turn that is cut at its deadline is answered with 502.',
    rewriteAnswers(
      'sendMessage',
      (body) => body,
      (status) => (status === 504 ? 502 : status),
    ),
  ),
  inExchange(
    'turns.send.deadline/goes-on',
    'A turn that is answered at its deadline still runs.',
    stayingBusy,
  ),
  inExchange(
    'turns.disconnect.finishes',
    'A turn is cancelled when its client goes away.',
    (exchange) => (request) => {
      const answer = exchange(request);
      return answer instanceof Promise
        ? answer.then((late) => cancelWhenGone(late, request, exchange))
        : cancelWhenGone(answer, request, exchange);
    },
  ),
  inExchange(
    'turns.disconnect.saved',
    'Of the answer only the beginning is listed.',
    listing((turn) => ({ ...turn, content: turn.content.slice(0, 5) })),
  ),
];

function cancelWhenGone(answer: HttpAnswer, request: HttpRequest, exchange: Exchange): HttpAnswer {
  if (!('open' in answer)) return answer;
  return {
    ...answer,
    open(sink) {
      sink.onGone(() => void askBeside(exchange, request, 'cancelTurn'));
      answer.open(sink);
    },
  };
}

/** After a deadline its chat takes no turn any more. */
function stayingBusy(sound: Exchange): Exchange {
  const busy = new Set<string | undefined>();
  return answerInstead('sendMessage', async (request, exchange) => {
    const { chat_id: chatId } = request.path;
    if (busy.has(chatId)) {
      const failure = refusal('chat-busy', { data: { message_id: 1 } });
      return { status: failure.status, body: renderFailure(failure, request.requestId) };
    }
    const answer = await exchange(request);
    if (!('open' in answer) && answer.status === 504) busy.add(chatId);
    return answer;
  })(sound);
}

interface Listed {
  readonly status: string;
  readonly content: string;
}

/** Changes each turn that is listed. */
function listing(change: (turn: Listed) => Listed) {
  return rewriteAnswers('listMessages', (body) =>
    Array.isArray(body.data) ? { ...body, data: body.data.map(change) } : body,
  );
}
