import type { StreamEvent } from '../../../generated/types.d.ts';
import type { Clock } from '../../reference/clock.ts';
import { mapAnswer } from '../../reference/exchange-scope.ts';
import { TIMERS } from '../../reference/timers.ts';
import { PingingSink } from '../../reference/turns/keep-alive.ts';
import { type Variant, variant, type Wrap } from '../alteration.ts';
import { inDuration, withClock } from '../decorators/ports.ts';
import {
  changeData,
  isOf,
  replaceEvents,
  rewriteEvents,
  TERMINALS,
  TURN_ENDS,
} from '../decorators/rewrite-events.ts';

const SILENCE = 600_000;
const PROGRESS = ['message.delta', 'message.step'] as const;

/** Streams that say the same with different events. */
export const streamVariants: readonly Variant[] = [
  variant(
    'A-68=start-delta-terminal',
    'A replay sends the whole answer as one delta before its terminal event.',
    rewriteEvents(() => {
      let hasDelta = false;
      return (event) => {
        hasDelta ||= event.type === 'message.delta';
        const isReplay = event.type === 'message.completed' && !hasDelta && event.data.content !== '';
        return isReplay
          ? [{ type: 'message.delta', data: { text: event.data.content, replace: false } }, event]
          : [event];
      };
    }),
  ),
  variant('A-68=all-events', 'A replay sends every delta and every step again.', (exchange) => {
    const sent = new Map<number, StreamEvent[]>();
    return rewriteEvents(() => {
      let id = 0;
      let again: readonly StreamEvent[] | undefined;
      return (event) => {
        if (event.type === 'message.start') {
          id = event.data.message_id;
          again = sent.get(id);
        }
        if (isOf(PROGRESS, event)) sent.set(id, [...(sent.get(id) ?? []), event]);
        return again && isOf(TURN_ENDS, event) ? [...again, event] : [event];
      };
    })(exchange);
  }),
  variant(
    'A-74=cumulative',
    'message.step carries all steps so far instead of the changed ones.',
    rewriteEvents(() => {
      let steps: unknown[] = [];
      return (event) => {
        if (event.type !== 'message.step') return [event];
        steps = [...steps, ...event.data.steps];
        return [{ ...event, data: { ...event.data, steps } }];
      };
    }),
  ),
  variant(
    'A-79=fixed-interval',
    'A ping comes every fifteen seconds, whatever else comes.',
    withClock((clock) =>
      rewriteEvents(() => {
        let stop = () => {};
        return (event, sink) => {
          if (event.type === 'message.start') {
            const ping = () => {
              sink.send({ type: 'ping', data: { ts: (clock.now() + 1) / 1000 } });
              stop = clock.after(TIMERS.ping, ping);
            };
            stop = clock.after(TIMERS.ping, ping);
            sink.onGone(() => stop());
          }
          if (isOf(TERMINALS, event)) stop();
          return event.type === 'ping' ? [] : [event];
        };
      }),
    ),
  ),
  variant(
    'A-85=stays-open',
    'A stream stays open and silent for ten minutes after its last event.',
    withClock((clock) => (exchange) => async (request) => {
      const answer = await exchange(request);
      if (!('open' in answer)) return answer;
      return {
        ...answer,
        open: (sink) =>
          answer.open({
            send: (event) => sink.send(event),
            end: () => sink.onGone(clock.after(SILENCE, () => sink.end())),
            room: () => sink.room?.(),
            onGone: (callback) => sink.onGone(callback),
          }),
      };
    }),
  ),
  variant(
    'A-80=tail-in-terminal',
    'The last words of an answer come only with the terminal event.',
    withClock((clock) => (exchange) => pinging(clock)(keepTail(exchange))),
  ),
  variant(
    'A-80=restored-names',
    'Deltas have a placeholder for each name, and the terminal event has the names.',
    changeData('message.delta', (data) => ({
      ...data,
      text: data.text.replaceAll(/\b[A-Z]\w+/g, '[NAME_1]'),
    })),
  ),
  variant(
    'A-81=any-time',
    'Every third delta replaces the text so far with the same text and its continuation.',
    rewriteEvents(() => {
      let text = '';
      let count = 0;
      return (event) => {
        if (event.type !== 'message.delta') return [event];
        text = event.data.replace ? event.data.text : text + event.data.text;
        count += 1;
        return [count % 3 === 0 ? { ...event, data: { text, replace: true } } : event];
      };
    }),
  ),
  variant(
    'A-81=buffered',
    'The text of an answer comes as one delta at its end, so that a failover has nothing to replace.',
    withClock((clock) => (exchange) => pinging(clock)(bufferText(exchange))),
  ),
  variant(
    'A-84=may-grow',
    'A stream has events with a name that the contract does not know.',
    replaceEvents('message.start', (event) => [
      event,
      { type: 'message.note', data: { note: 'added later' } },
    ]),
  ),
  variant('A-79=early', 'A ping comes after ten seconds of silence.', inDuration(TIMERS.ping, 10_000)),
  variant('A-79=late', 'A ping comes after twenty seconds of silence.', inDuration(TIMERS.ping, 20_000)),
  variant(
    'A-79=whole-seconds',
    'The time of a ping is a whole number of seconds.',
    changeData('ping', ({ ts }) => ({ ts: Math.floor(ts) })),
  ),
];

const bufferText = rewriteEvents(() => {
  let text = '';
  return (event) => {
    if (event.type === 'message.delta') {
      text = event.data.replace ? event.data.text : text + event.data.text;
      return [];
    }
    return isOf(TERMINALS, event) && text !== ''
      ? [{ type: 'message.delta', data: { text, replace: false } }, event]
      : [event];
  };
});

const keepTail = rewriteEvents(() => {
  let withheld: StreamEvent | undefined;
  let hasDelta = false;
  return (event) => {
    const before = withheld && event.type !== 'message.completed' ? [withheld] : [];
    withheld = event.type === 'message.delta' && !event.data.replace && hasDelta ? event : undefined;
    hasDelta ||= event.type === 'message.delta';
    return withheld ? before : [...before, event];
  };
});

/** Sends pings also while events are withheld, which the server takes for sent. */
function pinging(clock: Clock): Wrap {
  return (exchange) => (request) =>
    mapAnswer(exchange(request), (answer) =>
      'open' in answer ? { ...answer, open: (sink) => answer.open(new PingingSink(sink, clock)) } : answer,
    );
}
