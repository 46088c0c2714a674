import type { Ports } from '../../../reference/ports.ts';
import { TIMERS } from '../../../reference/timers.ts';
import { type Breakage, breakage } from '../../alteration.ts';
import { inDuration, withClock } from '../../decorators/ports.ts';
import { changeData, replaceEvents, rewriteEvents, TERMINALS } from '../../decorators/rewrite-events.ts';
import { rewriteBodies } from '../../decorators/rewrite-requests.ts';

const withoutPings = inDuration(TIMERS.ping, Number.POSITIVE_INFINITY);

/** The order of events in a stream, and how they fit together. */
export const wireStreamBreakages: readonly Breakage[] = [
  breakage(
    'stream.response.event-stream',
    'A streaming send answers with JSON.',
    (exchange) => async (request) => {
      const answer = await exchange(request);
      if (!('open' in answer)) return answer;
      answer.open({ send() {}, end() {}, onGone() {} });
      return { status: 200, body: {} };
    },
  ),
  breakage(
    'stream.framing.event-and-data',
    'The events that carry the answer have no name.',
    replaceEvents('message.delta', ({ data }) => [{ type: '', data }]),
  ),
  breakage(
    'stream.start.always',
    'A stream has no message.start.',
    replaceEvents('message.start', () => []),
  ),
  breakage(
    'stream.start.first/late',
    'A stream sends a ping before message.start.',
    withClock((clock) => replaceEvents('message.start', (event) => [ping(clock), event])),
  ),
  breakage(
    'stream.start.first/twice',
    'A stream sends message.start twice.',
    replaceEvents('message.start', (event) => [event, event]),
  ),
  breakage(
    'stream.terminal.exactly-one/none',
    'A stream ends without a terminal event.',
    replaceEvents(TERMINALS, () => []),
  ),
  breakage(
    'stream.terminal.exactly-one/twice',
    'A stream sends its terminal event twice.',
    replaceEvents(TERMINALS, (event) => [event, event]),
  ),
  breakage(
    'stream.terminal.last',
    'A stream sends a ping after its terminal event.',
    withClock((clock) => replaceEvents(TERMINALS, (event) => [event, ping(clock)])),
  ),
  breakage(
    'stream.delta.adds-up',
    'A stream omits one message.delta of the answer.',
    rewriteEvents(() => {
      let deltas = 0;
      return (event) => {
        if (event.type === 'message.delta') deltas += 1;
        return event.type === 'message.delta' && deltas === 2 ? [] : [event];
      };
    }),
  ),
  breakage(
    'stream.delta.replace-full',
    'A message.delta that replaces the answer carries only the end of it.',
    changeData('message.delta', (data) => (data.replace ? { ...data, text: data.text.slice(-3) } : data)),
  ),
  breakage(
    'stream.delta.replace-full/after-step',
    'A message.delta that replaces the answer leaves out what was said before the last message.step.',
    rewriteEvents(() => {
      let said = '';
      let beforeStep = '';
      return (event) => {
        if (event.type === 'message.step') beforeStep = said;
        if (event.type !== 'message.delta') return [event];
        const { text, replace } = event.data;
        said = replace ? text : said + text;
        const isLeftOut = replace && text.startsWith(beforeStep);
        return [
          isLeftOut ? { ...event, data: { ...event.data, text: text.slice(beforeStep.length) } } : event,
        ];
      };
    }),
  ),
  breakage(
    'stream.action.unique-id',
    'All interactions of a stream have the same action_id.',
    rewriteEvents(() => {
      let first: string | undefined;
      return (event) => {
        if (event.type !== 'message.action_required') return [event];
        first ??= event.data.action_id;
        return [{ ...event, data: { ...event.data, action_id: first } }];
      };
    }),
  ),
  breakage(
    'stream.action.manual-only',
    'A turn in auto mode asks for approvals.',
    rewriteBodies('streamMessage', (body) => ({ ...body, permission_mode: 'manual' })),
  ),
  breakage('stream.ping.cadence', 'A stream never sends a ping.', withoutPings),
  breakage(
    'stream.ping.cadence/at-questions',
    'A stream sends no ping while its turn waits for an answer.',
    rewriteEvents(() => {
      let isWaiting = false;
      return (event) => {
        if (event.type !== 'ping') isWaiting = event.type === 'message.action_required';
        return isWaiting && event.type === 'ping' ? [] : [event];
      };
    }),
  ),
];

function ping(clock: Ports['clock']): object {
  return { type: 'ping', data: { ts: clock.now() / 1000 } };
}
