import { SENDS } from '../../../../generated/operation-groups.js';
import { mapAnswer } from '../../../reference/exchange-scope.ts';
import type { Exchange, HttpAnswer, HttpRequest } from '../../../reference/http/exchange.ts';
import { TIMERS } from '../../../reference/timers.ts';
import { type Breakage, breakage } from '../../alteration.ts';
import { answerInstead } from '../../decorators/answer-instead.ts';
import { fail } from '../../decorators/answers.ts';
import { idsOf, withInteractions } from '../../decorators/interactions.ts';
import { keyOf, withFreshKey } from '../../decorators/keys.ts';
import { withClock } from '../../decorators/ports.ts';
import { askBeside, bodyOf } from '../../decorators/requests.ts';
import { rewriteEvents } from '../../decorators/rewrite-events.ts';
import { rewriteRequests } from '../../decorators/rewrite-requests.ts';
import { first, instead } from '../../decorators/values.ts';
import { failed, statused, timed } from '../kinds/answered.ts';
import { shown } from '../kinds/shown.ts';

/** When the second ping after its client has left is due, in milliseconds. */
const SECOND_PING = 2 * TIMERS.ping;

/** How and when a turn ends. */
export const turnOutcomeBreakages: readonly Breakage[] = [
  failed('turns.send.interaction-cut', 'sendMessage', 'interaction_in_auto_mode', {
    message_code: 'upstream_error',
  }),
  shown('turns.send.interaction-cut-settles/pending', 'listMessages', {
    status: instead('error', 'pending'),
  }),
  breakage(
    'turns.send.interaction-cut-settles/run-again',
    'A turn that was cut off at an interaction runs again when its key is repeated.',
    rewriteRequests('sendMessage', withFreshKey),
  ),
  timed('turns.send.deadline/none', 'turn', Number.POSITIVE_INFINITY),
  statused('turns.send.deadline/status', 'sendMessage', 504, 502),
  breakage('turns.send.deadline/goes-on', 'A turn keeps running after its deadline.', stayingBusy),
  breakage(
    'turns.disconnect.finishes',
    'A turn is cancelled when its client disconnects.',
    (exchange) => (request) =>
      mapAnswer(exchange(request), (answer) => cancelWhenGone(answer, request, exchange)),
  ),
  breakage(
    'turns.disconnect.finishes/in-auto',
    'A turn in auto mode is cancelled when its client disconnects.',
    (exchange) => (request) =>
      mapAnswer(exchange(request), (answer) =>
        bodyOf(request)?.permission_mode === 'auto' ? cancelWhenGone(answer, request, exchange) : answer,
      ),
  ),
  breakage(
    'turns.disconnect.finishes/asked-and-pinged',
    'A turn that asked is cancelled when the second ping after its client has left cannot be written.',
    withClock((clock) =>
      withInteractions((raised) => (exchange) => (request) => {
        const hasAsked = () => idsOf(request, raised).length > 0;
        return mapAnswer(exchange(request), (answer) =>
          cancelWhenGone(
            answer,
            request,
            exchange,
            (cancel) => hasAsked() && clock.after(SECOND_PING, cancel),
          ),
        );
      }),
    ),
  ),
  breakage(
    'turns.disconnect.finishes/busy',
    'A chat is busy for good after the client of a turn has disconnected.',
    staysBusyWhenLeft,
  ),
  shown('turns.disconnect.saved', 'listMessages', { content: first(5) }),
];

function staysBusyWhenLeft(exchange: Exchange): Exchange {
  const left = new Map<string | undefined, string | undefined>();
  const noting = rewriteEvents((request) => (event, sink) => {
    if (event.type === 'message.start') sink.onGone(() => left.set(request.path.chat_id, keyOf(request)));
    return [event];
  });
  return answerInstead(SENDS, (request) => {
    const { chat_id: chatId } = request.path;
    const isOther = left.has(chatId) && left.get(chatId) !== keyOf(request);
    return isOther ? fail(request, 'chat-busy', { data: { message_id: 1 } }) : undefined;
  })(noting(exchange));
}

function cancelWhenGone(
  answer: HttpAnswer,
  request: HttpRequest,
  exchange: Exchange,
  when: (cancel: () => void) => unknown = (cancel) => cancel(),
): HttpAnswer {
  if (!('open' in answer)) return answer;
  return {
    ...answer,
    open(sink) {
      sink.onGone(() => void when(() => void askBeside(exchange, request, 'cancelTurn')));
      answer.open(sink);
    },
  };
}

/** Accepts no more turns in a chat after a turn reached its deadline there. */
function stayingBusy(sound: Exchange): Exchange {
  const busy = new Set<string | undefined>();
  return answerInstead('sendMessage', async (request, exchange) => {
    const { chat_id: chatId } = request.path;
    if (busy.has(chatId)) return fail(request, 'chat-busy', { data: { message_id: 1 } });
    const answer = await exchange(request);
    if (!('open' in answer) && answer.status === 504) busy.add(chatId);
    return answer;
  })(sound);
}
