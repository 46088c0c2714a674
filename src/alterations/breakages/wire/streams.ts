import type { Ports } from '../../../reference/ports.ts';
import { TIMERS } from '../../../reference/timers.ts';
import { replaceEnds, replaceEvents } from '../../decorators/change-events.ts';
import { inExchange, rewriteBodies } from '../../decorators/in-exchange.ts';
import { rewriteEvents } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

/** What the judge of the wire holds every stream to, done wrong in all of them: which events come, and in which order. */
export const wireStreamBreakages: readonly Breakage[] = [
  inExchange(
    'stream.response.event-stream',
    'A streaming send is answered with JSON.',
    (exchange) => async (request) => {
      const answer = await exchange(request);
      if (!('open' in answer)) return answer;
      answer.open({ send() {}, end() {}, onGone() {} });
      return { status: 200, body: {} };
    },
  ),
  inExchange(
    'stream.framing.event-and-data',
    'Pieces of the answer come without the name of their event.',
    replaceEvents('message.delta', ({ data }) => [{ type: '', data }]),
  ),
  inExchange(
    'stream.start.always',
    'A stream has no message.start.',
    replaceEvents('message.start', () => []),
  ),
  inExchange(
    'stream.start.first/late',
    'A stream pings before it starts.',
    replaceEvents('message.start', (event) => [ping(), event]),
  ),
  inExchange(
    'stream.start.first/twice',
    'A stream starts twice.',
    replaceEvents('message.start', (event) => [event, event]),
  ),
  inExchange(
    'stream.terminal.exactly-one/none',
    'A stream ends without its terminal event.',
    replaceEnds(() => []),
  ),
  inExchange(
    'stream.terminal.exactly-one/twice',
    'A stream ends twice.',
    replaceEnds((event) => [event, event]),
  ),
  inExchange(
    'stream.terminal.last',
    'A stream pings after its end.',
    replaceEnds((event) => [event, ping()]),
  ),
  inExchange(
    'stream.delta.adds-up',
    'A stream leaves out a piece of the answer.',
    rewriteEvents(() => {
      let deltas = 0;
      return (event) => {
        if (event.type === 'message.delta') deltas += 1;
        return event.type === 'message.delta' && deltas === 2 ? [] : [event];
      };
    }),
  ),
  inExchange(
    'stream.delta.replace-full',
    'A delta that replaces the answer has only the end of it.',
    replaceEvents('message.delta', (event) => [
      event.data.replace ? { ...event, data: { ...event.data, text: event.data.text.slice(-3) } } : event,
    ]),
  ),
  inExchange(
    'stream.action.unique-id',
    'All questions of a stream have one id.',
    rewriteEvents(() => {
      let first: string | undefined;
      return (event) => {
        if (event.type !== 'message.action_required') return [event];
        first ??= event.data.action_id;
        return [{ ...event, data: { ...event.data, action_id: first } }];
      };
    }),
  ),
  inExchange(
    'stream.action.manual-only',
    'A turn in auto asks for approval.',
    rewriteBodies('streamMessage', (body) => ({ ...body, permission_mode: 'manual' })),
  ),
  {
    id: 'stream.ping.cadence',
    requirement: 'stream.ping.cadence',
    port: 'clock',
    behaviour: 'A stream never pings.',
    ports: withoutPings,
  },
  {
    id: 'interactions.pause.pings',
    requirement: 'interactions.pause.pings',
    port: 'clock',
    behaviour: 'A stream never pings, and so does not while it waits for an answer.',
    ports: withoutPings,
  },
];

function ping(): object {
  return { type: 'ping', data: { ts: Date.now() / 1000 } };
}

function withoutPings(ports: Ports): Ports {
  const { clock } = ports;
  return {
    ...ports,
    clock: {
      now: () => clock.now(),
      after: (duration, callback) => (duration === TIMERS.ping ? () => {} : clock.after(duration, callback)),
    },
  };
}
