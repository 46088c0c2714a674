import type { Ports } from '../../../reference/ports.ts';
import { type Breakage, breakage } from '../../alteration.ts';
import { withClock } from '../../decorators/ports.ts';
import { replaceEvents, rewriteEvents, TERMINALS } from '../../decorators/rewrite-events.ts';
import { last } from '../../decorators/values.ts';
import { timed } from '../kinds/answered.ts';
import { heard } from '../kinds/heard.ts';
import { renamed, sent, shown } from '../kinds/shown.ts';
import { told } from '../kinds/told.ts';

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
  renamed('stream.framing.event-and-data', 'message.delta', ''),
  told('A stream has no message.start.', sent('stream.start.always', 'message.start', 0)),
  breakage(
    'stream.start.first/late',
    'A stream sends a ping before message.start.',
    withClock((clock) => replaceEvents('message.start', (event) => [ping(clock), event])),
  ),
  sent('stream.start.first/twice', 'message.start', 2),
  told('A stream ends without a terminal event.', sent('stream.terminal.exactly-one/none', TERMINALS, 0)),
  told('A stream sends its terminal event twice.', sent('stream.terminal.exactly-one/twice', TERMINALS, 2)),
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
  shown('stream.delta.replace-full', 'message.delta', { text: last(3) }, { replace: true }),
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
  heard('stream.action.manual-only', 'streamMessage', { permission_mode: 'manual' }),
  told('A stream never sends a ping.', timed('stream.ping.cadence', 'ping', Number.POSITIVE_INFINITY)),
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
