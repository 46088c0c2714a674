import { mapAnswer } from '../../../reference/exchange-scope.ts';
import type { Exchange, HttpAnswer, HttpRequest } from '../../../reference/http/exchange.ts';
import { TIMERS } from '../../../reference/timers.ts';
import { type Breakage, breakage } from '../../alteration.ts';
import { answerInstead } from '../../decorators/answer-instead.ts';
import { fail } from '../../decorators/answers.ts';
import { withFreshKey } from '../../decorators/keys.ts';
import { inDuration } from '../../decorators/ports.ts';
import { askBeside, bodyOf } from '../../decorators/requests.ts';
import { recode, rewriteStatus } from '../../decorators/rewrite-answers.ts';
import { rewriteRequests } from '../../decorators/rewrite-requests.ts';
import { rewriteListed } from '../../decorators/rewrite-turns.ts';

/** How and when a turn ends. */
export const turnOutcomeBreakages: readonly Breakage[] = [
  breakage(
    'turns.send.interaction-cut',
    'A turn that is cut off at an interaction fails with the code upstream_error.',
    recode('sendMessage', 'interaction_in_auto_mode', 'upstream_error'),
  ),
  breakage(
    'turns.send.interaction-cut-settles/pending',
    'A turn that was cut off at an interaction stays pending.',
    rewriteListed((turn) => (turn.status === 'error' ? { ...turn, status: 'pending' } : turn)),
  ),
  breakage(
    'turns.send.interaction-cut-settles/run-again',
    'A turn that was cut off at an interaction runs again when its key is repeated.',
    rewriteRequests('sendMessage', withFreshKey),
  ),
  breakage(
    'turns.send.deadline/none',
    'A turn has no deadline.',
    inDuration(TIMERS.turn, Number.POSITIVE_INFINITY),
  ),
  breakage(
    'turns.send.deadline/status',
    'A blocking send whose turn reaches its deadline answers 502.',
    rewriteStatus('sendMessage', (status) => (status === 504 ? 502 : status)),
  ),
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
    'turns.disconnect.saved',
    'The listing shows only the first characters of an answer.',
    rewriteListed((turn) => ({ ...turn, content: turn.content.slice(0, 5) })),
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
