import type { EventSink, Exchange } from '../../../reference/http/exchange.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { answerInstead } from '../../decorators/answer-instead.ts';
import { fail } from '../../decorators/answers.ts';
import { keyOf } from '../../decorators/keys.ts';
import { rewriteEvents } from '../../decorators/rewrite-events.ts';
import { rewriteListed } from '../../decorators/rewrite-turns.ts';
import { renamed, sent, shown } from '../kinds/shown.ts';
import { told } from '../kinds/told.ts';

const NOWHERE: EventSink = { send() {}, end() {}, onGone() {} };

/** The order of events in a stream, from the first to the last. */
export const streamBreakages: readonly Breakage[] = [
  breakage(
    'stream.response.carries-events/elsewhere',
    'A streaming send answers that the turn was accepted, and delivers no events.',
    answerInstead('streamMessage', async (request, sound) => {
      const answer = await sound(request);
      if (!('open' in answer)) return answer;
      answer.open(NOWHERE);
      return { status: 202, body: accepted(request.requestId) };
    }),
  ),
  breakage(
    'stream.response.carries-events/start-only',
    'A stream delivers message.start and nothing else.',
    rewriteEvents(() => (event) => (event.type === 'message.start' ? [event] : [])),
  ),
  breakage(
    'stream.terminal.after-save/listing',
    'The first listing after the end of a turn shows it as pending.',
    listingLate(['completed', 'cancelled']),
  ),
  breakage(
    'stream.terminal.after-save/listing-of-cancelled',
    'The first listing after the cancellation of a turn shows it as pending.',
    listingLate(['cancelled']),
  ),
  breakage(
    'stream.terminal.after-save/key',
    'The first repeated send after the end of a turn fails because the turn is in progress.',
    endingLate,
  ),
  sent('stream.delta.carries-new-text', 'message.delta', 0),
  told(
    'After a failover, the new text is appended to the old text.',
    shown('stream.delta.replace-on-failover', 'message.delta', { replace: false }),
  ),
  breakage(
    'stream.delta.replace-on-failover/second',
    'After a second failover, the new text is appended to the old text.',
    rewriteEvents(() => {
      let replaced = 0;
      return (event) => {
        if (event.type !== 'message.delta' || !event.data.replace) return [event];
        replaced += 1;
        return [{ ...event, data: { ...event.data, replace: replaced < 2 } }];
      };
    }),
  ),
  breakage(
    'stream.delta.replace-on-failover/later-reply',
    'Once a turn has shown a step or asked for something, a failover replaces nothing.',
    rewriteEvents(() => {
      let isLater = false;
      return (event) => {
        isLater ||= event.type === 'message.step' || event.type === 'message.action_required';
        if (event.type !== 'message.delta' || !isLater) return [event];
        return [{ ...event, data: { ...event.data, replace: false } }];
      };
    }),
  ),
  breakage(
    'stream.delta.replace-on-failover/kept',
    'After a failover, the answer keeps what the first provider said.',
    rewriteEvents(() => {
      let said = '';
      return (event) => {
        if (event.type === 'message.delta') {
          said += event.data.text;
          return [{ ...event, data: { ...event.data, replace: false } }];
        }
        if (event.type !== 'message.completed') return [event];
        return [{ ...event, data: { ...event.data, content: said } }];
      };
    }),
  ),
  sent('stream.step.on-progress', 'message.step', 0),
  told(
    'The stream of a failed turn ends without a terminal event.',
    sent('stream.failure.as-event/cut', 'message.error', 0),
  ),
  renamed('stream.failure.as-event/cancelled', 'message.error', 'message.cancelled'),
];

function accepted(requestId: string): object {
  return {
    status: 'success',
    message: 'Turn accepted',
    message_code: 'api_v1_ok',
    data: {},
    meta: { request_id: requestId },
  };
}

/** Shows turns with these statuses as pending the first time they are listed. */
function listingLate(statuses: readonly string[]): Wrap {
  return (exchange) => {
    const listed = new Set<number>();
    return rewriteListed((turn) => {
      if (listed.has(turn.id) || !statuses.includes(turn.status)) return turn;
      listed.add(turn.id);
      return { ...turn, status: 'pending', content: '' };
    })(exchange);
  };
}

/** Refuses the second streaming send with each key. */
function endingLate(exchange: Exchange): Exchange {
  const sends = new Map<string | undefined, number>();
  return answerInstead('streamMessage', (request) => {
    const count = (sends.get(keyOf(request)) ?? 0) + 1;
    sends.set(keyOf(request), count);
    return count === 2 ? fail(request, 'turn-in-progress') : undefined;
  })(exchange);
}
