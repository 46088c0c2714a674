import type { StreamEvent } from '../../../generated/types.d.ts';
import { rewriteEvents } from '../breakages/rewrite.ts';
import { TIMERS } from '../timers.ts';
import type { Variant } from './variant.ts';

/** Streams that go another way, and tell the same. */
export const streamVariants: readonly Variant[] = [
  {
    id: 'A-68=with-deltas',
    openPoint: 'A-68',
    port: 'exchange',
    behaviour: 'A replay tells the answer as a delta before its terminal event.',
    exchange: rewriteEvents(() => {
      let hasSaid = false;
      return (event) => {
        hasSaid ||= event.type === 'message.delta';
        const isReplay = event.type === 'message.completed' && !hasSaid && event.data.content !== '';
        return isReplay
          ? [{ type: 'message.delta', data: { text: event.data.content, replace: false } }, event]
          : [event];
      };
    }),
  },
  {
    id: 'A-74=whole',
    openPoint: 'A-74',
    port: 'exchange',
    behaviour: 'message.step carries all steps so far, and not the news.',
    exchange: rewriteEvents(() => {
      let steps: unknown[] = [];
      return (event) => {
        if (event.type !== 'message.step') return [event];
        steps = [...steps, ...event.data.steps];
        return [{ ...event, data: { ...event.data, steps } }];
      };
    }),
  },
  {
    id: 'A-80=tail',
    openPoint: 'A-80',
    port: 'exchange',
    behaviour: 'The last words of an answer come with the terminal event only.',
    exchange: rewriteEvents(() => {
      let held: StreamEvent | undefined;
      let hasSaid = false;
      return (event) => {
        const before = held && event.type !== 'message.completed' ? [held] : [];
        held = event.type === 'message.delta' && !event.data.replace && hasSaid ? event : undefined;
        hasSaid ||= event.type === 'message.delta';
        return held ? before : [...before, event];
      };
    }),
  },
  {
    id: 'A-46=lean-terminal',
    openPoint: 'A-46',
    port: 'exchange',
    behaviour: 'Terminal events have no status and no created_at.',
    exchange: rewriteEvents(() => (event) => {
      if (event.type !== 'message.completed' && event.type !== 'message.cancelled') return [event];
      const { status: _, created_at: __, ...data } = event.data;
      return [{ ...event, data }];
    }),
  },
  {
    id: 'A-84=new-event',
    openPoint: 'A-84',
    port: 'exchange',
    behaviour: 'A stream has events of a name that the contract does not know.',
    exchange: rewriteEvents(
      () => (event) =>
        event.type === 'message.start'
          ? [event, { type: 'message.note', data: { note: 'added later' } }]
          : [event],
    ),
  },
  {
    id: 'A-79=early',
    openPoint: 'A-79',
    port: 'clock',
    behaviour: 'A ping comes after ten seconds of silence already.',
    ports: (ports) => ({
      ...ports,
      clock: {
        now: () => ports.clock.now(),
        after: (duration, callback) =>
          ports.clock.after(duration === TIMERS.ping ? 10_000 : duration, callback),
      },
    }),
  },
  {
    id: 'A-103=later',
    openPoint: 'A-103',
    port: 'clock',
    behaviour: 'An interaction lives for 115 seconds, counted from its event.',
    ports: (ports) => ({
      ...ports,
      clock: {
        now: () => ports.clock.now(),
        after: (duration, callback) =>
          ports.clock.after(duration === TIMERS.interaction ? 115_000 : duration, callback),
      },
    }),
  },
];
