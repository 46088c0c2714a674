import { writeJson } from '../../../exact-json/exact-number.ts';
import { nameEvent } from '../name-event.ts';
import { isTerminal } from './event-names.ts';
import { CUT_BEFORE_EVENTS, describeUnfinished, type SeenEvent, type StreamRuleFactory } from './rule.ts';

const FITTING_STATUS: Readonly<Record<string, string>> = {
  'message.completed': 'completed',
  'message.cancelled': 'cancelled',
};

/** A stream has exactly one terminal event, as its last event. */
export const terminal: StreamRuleFactory = (context) => {
  let last: SeenEvent | undefined;
  let ended: SeenEvent | undefined;

  const statusFits = (event: SeenEvent & { data: Readonly<Record<string, unknown>> }) => {
    const { status } = event.data;
    if (typeof status !== 'string') return;
    const expected = FITTING_STATUS[event.type] as string;
    context.exercise('stream.terminal.status-fits');
    if (status === expected) return;
    context.report('stream.terminal.status-fits', event, {
      pointer: '/status',
      expected: `"${expected}" in ${event.type}`,
      actual: writeJson(status),
    });
  };

  return {
    seen(event) {
      last = event;
      if (!ended) {
        if (isTerminal(event.type)) ended = event;
        return;
      }
      const requirement = isTerminal(event.type) ? 'stream.terminal.exactly-one' : 'stream.terminal.last';
      context.report(requirement, event, {
        expected: `nothing after ${nameEvent(ended)}`,
        actual: event.type || 'an unnamed event',
      });
    },
    on: { 'message.completed': statusFits, 'message.cancelled': statusFits },
    end(ending) {
      if (ended) {
        context.exercise('stream.terminal.exactly-one');
        context.exercise('stream.terminal.last');
        return;
      }
      if (!last && !context.isTurn) return;
      if (ending.how === 'server') {
        const place = last ? `after ${nameEvent(last)}` : 'without an event';
        context.report('stream.terminal.exactly-one', undefined, {
          offset: ending.offset,
          expected: 'message.completed, message.cancelled or message.error as the last event',
          actual: `the stream ends ${place}${describeUnfinished(ending)}`,
        });
      } else if (!last) {
        context.cannotJudge('stream.terminal.exactly-one', CUT_BEFORE_EVENTS);
      }
    },
  };
};
