import type { StreamEvent } from '../../../generated/types.d.ts';
import { TIMERS } from '../../reference/timers.ts';
import { rewriteDuration } from '../decorators/acting.ts';
import { rewriteEvents } from '../decorators/rewrite.ts';
import { inExchange, inPort, type Variant } from './variant.ts';

const CHANGED = new Set<string>(['message.delta', 'message.step']);

/** Streams that go another way, and tell the same. */
export const streamVariants: readonly Variant[] = [
  inExchange(
    'A-68=start-delta-terminal',
    'A replay tells the answer as a delta before its terminal event.',
    rewriteEvents(() => {
      let hasSaid = false;
      return (event) => {
        hasSaid ||= event.type === 'message.delta';
        const isReplay = event.type === 'message.completed' && !hasSaid && event.data.content !== '';
        return isReplay
          ? [{ type: 'message.delta', data: { text: event.data.content, replace: false } }, event]
          : [event];
      };
    }),
  ),
  inExchange('A-68=all-events', 'A replay tells every delta and every step again.', (exchange) => {
    const told = new Map<number, StreamEvent[]>();
    return rewriteEvents(() => {
      let id = 0;
      let again: readonly StreamEvent[] | undefined;
      return (event) => {
        if (event.type === 'message.start') {
          id = event.data.message_id;
          again = told.get(id);
        }
        if (CHANGED.has(event.type)) told.set(id, [...(told.get(id) ?? []), event]);
        const isEnd = event.type === 'message.completed' || event.type === 'message.cancelled';
        return again && isEnd ? [...again, event] : [event];
      };
    })(exchange);
  }),
  inExchange(
    'A-74=cumulative',
    'message.step carries all steps so far, and not the news.',
    rewriteEvents(() => {
      let steps: unknown[] = [];
      return (event) => {
        if (event.type !== 'message.step') return [event];
        steps = [...steps, ...event.data.steps];
        return [{ ...event, data: { ...event.data, steps } }];
      };
    }),
  ),
  inExchange(
    'A-80=tail-in-terminal',
    'The last words of an answer come with the terminal event only.',
    rewriteEvents(() => {
      let held: StreamEvent | undefined;
      let hasSaid = false;
      return (event) => {
        const before = held && event.type !== 'message.completed' ? [held] : [];
        held = event.type === 'message.delta' && !event.data.replace && hasSaid ? event : undefined;
        hasSaid ||= event.type === 'message.delta';
        return held ? before : [...before, event];
      };
    }),
  ),
  inExchange(
    'A-80=restored-names',
    'Deltas have a placeholder for each name, which the terminal event restores.',
    rewriteEvents(() => (event) => [
      event.type === 'message.delta'
        ? { ...event, data: { ...event.data, text: event.data.text.replaceAll(/\b[A-Z]\w+/g, '[NAME_1]') } }
        : event,
    ]),
  ),
  inExchange(
    'A-81=any-time',
    'Every third delta takes the place of all that was said, with all of it.',
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
  inExchange(
    'A-84=may-grow',
    'A stream has events of a name that the contract does not know.',
    rewriteEvents(
      () => (event) =>
        event.type === 'message.start'
          ? [event, { type: 'message.note', data: { note: 'added later' } }]
          : [event],
    ),
  ),
  inPort('A-79=early', 'clock', 'A ping comes after ten seconds of silence already.', {
    ports: rewriteDuration(TIMERS.ping, 10_000),
  }),
  inPort('A-79=late', 'clock', 'A ping takes its time: it comes after twenty seconds of silence.', {
    ports: rewriteDuration(TIMERS.ping, 20_000),
  }),
  inExchange(
    'A-79=whole-seconds',
    'The moment of a ping is a whole number of seconds.',
    rewriteEvents(() => (event) => [
      event.type === 'ping' ? { ...event, data: { ts: Math.floor(event.data.ts) } } : event,
    ]),
  ),
];
