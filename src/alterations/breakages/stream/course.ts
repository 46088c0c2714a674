import { refusal } from '../../../reference/failures/api-failure.ts';
import { renderFailure } from '../../../reference/failures/render.ts';
import type { EventSink, Exchange } from '../../../reference/http/exchange.ts';
import { answerInstead, rewriteEvents } from '../../decorators/rewrite.ts';
import { rewriteTurns } from '../../decorators/rewrite-turns.ts';
import type { Breakage } from '../breakage.ts';

/** What the requirements on the course of a stream forbid, each done. */
export const streamBreakages: readonly Breakage[] = [
  {
    id: 'stream.response.carries-events/elsewhere',
    requirement: 'stream.response.carries-events',
    port: 'exchange',
    behaviour: 'A streaming send answers that the turn was taken, and its events go nowhere.',
    exchange: answerInstead('streamMessage', async (request, sound) => {
      const answer = await sound(request);
      if (!('open' in answer)) return answer;
      answer.open(NOWHERE);
      return { status: 202, body: accepted(request.requestId) };
    }),
  },
  {
    id: 'stream.response.carries-events/start-only',
    requirement: 'stream.response.carries-events',
    port: 'exchange',
    behaviour: 'A stream says that the turn has begun, and nothing more.',
    exchange: rewriteEvents(() => (event) => (event.type === 'message.start' ? [event] : [])),
  },
  {
    id: 'stream.terminal.after-save/listing',
    requirement: 'stream.terminal.after-save',
    port: 'exchange',
    behaviour: 'When a turn has ended, the listing shows it as pending for a while.',
    exchange: listingLate(['completed', 'cancelled']),
  },
  {
    id: 'stream.terminal.after-save/listing-of-cancelled',
    requirement: 'stream.terminal.after-save',
    port: 'exchange',
    behaviour: 'When a turn was cancelled, the listing shows it as pending for a while.',
    exchange: listingLate(['cancelled']),
  },
  {
    id: 'stream.terminal.after-save/key',
    requirement: 'stream.terminal.after-save',
    port: 'exchange',
    behaviour: 'When a turn has ended, its key counts as running for a while.',
    exchange: endingLate,
  },
  {
    id: 'stream.delta.carries-new-text',
    requirement: 'stream.delta.carries-new-text',
    port: 'exchange',
    behaviour: 'The text of the answer comes at the end alone.',
    exchange: withoutEvents('message.delta'),
  },
  {
    id: 'stream.delta.replace-on-failover',
    requirement: 'stream.delta.replace-on-failover',
    port: 'exchange',
    behaviour: 'After a failover the new text is told as the continuation of the old one.',
    exchange: rewriteEvents(() => (event) => [
      event.type === 'message.delta' ? { ...event, data: { ...event.data, replace: false } } : event,
    ]),
  },
  {
    id: 'stream.step.on-progress',
    requirement: 'stream.step.on-progress',
    port: 'exchange',
    behaviour: 'Reasoning and tools are not told before the end.',
    exchange: withoutEvents('message.step'),
  },
  {
    id: 'stream.failure.as-event/cut',
    requirement: 'stream.failure.as-event',
    port: 'exchange',
    behaviour: 'The stream of a turn that fails ends without a word.',
    exchange: withoutEvents('message.error'),
  },
  {
    id: 'stream.failure.as-event/cancelled',
    requirement: 'stream.failure.as-event',
    port: 'exchange',
    behaviour: 'A turn that fails is told as cancelled.',
    exchange: rewriteEvents(() => (event) => [
      event.type === 'message.error' ? { type: 'message.cancelled', data: event.data } : event,
    ]),
  },
];

const NOWHERE: EventSink = { send() {}, end() {}, onGone() {} };

function accepted(requestId: string): object {
  return {
    status: 'success',
    message: 'Turn accepted',
    message_code: 'api_v1_ok',
    data: {},
    meta: { request_id: requestId },
  };
}

function withoutEvents(type: string): (exchange: Exchange) => Exchange {
  return rewriteEvents(() => (event) => (event.type === type ? [] : [event]));
}

/** Lists each turn of a status as pending when it is listed first. */
function listingLate(statuses: readonly string[]): (exchange: Exchange) => Exchange {
  return (exchange) => {
    const listed = new Set<number>();
    return rewriteTurns((turn, { place }) => {
      if (place !== 'listing' || listed.has(turn.id) || !statuses.includes(turn.status)) return turn;
      listed.add(turn.id);
      return { ...turn, status: 'pending', content: '' };
    })(exchange);
  };
}

/** Refuses the second streaming send under each key. */
function endingLate(exchange: Exchange): Exchange {
  const sent = new Map<string | undefined, number>();
  return answerInstead('streamMessage', (request) => {
    const key = request.header('idempotency-key');
    const times = (sent.get(key) ?? 0) + 1;
    sent.set(key, times);
    if (times !== 2) return undefined;
    const failure = refusal('turn-in-progress');
    return { status: failure.status, body: renderFailure(failure, request.requestId) };
  })(exchange);
}
