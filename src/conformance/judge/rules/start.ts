import { numberOf } from '../name-event.ts';
import { CUT_BEFORE_EVENTS, describeUnfinished, type SeenEvent, type StreamRuleFactory } from './rule.ts';

/** Every stream has message.start once, as its first event. */
export const start: StreamRuleFactory = (context) => {
  let first: SeenEvent | undefined;
  let isStarted = false;

  return {
    seen(event) {
      first ??= event;
      if (event.type !== 'message.start') return;
      if (isStarted) {
        context.report('stream.start.first', event, {
          expected: 'message.start once, as the first event',
          actual: `a second message.start as event ${numberOf(event.index)}`,
        });
      } else if (event !== first) {
        context.report('stream.start.first', first, {
          expected: 'message.start as the first event',
          actual: `${first.type || 'an unnamed event'} first, message.start as event ${numberOf(event.index)}`,
        });
      }
      isStarted = true;
      context.exercise('stream.start.always');
      context.exercise('stream.start.first');
    },
    end(ending) {
      if (isStarted) return;
      const expected = 'message.start as the first event';
      if (first) {
        context.report('stream.start.always', first, {
          expected,
          actual: `${first.type || 'an unnamed event'} first, and no message.start at all`,
        });
      } else if (context.isTurn && ending.how === 'server') {
        context.report('stream.start.always', undefined, {
          offset: ending.offset,
          expected,
          actual: `the stream ends without an event${describeUnfinished(ending)}`,
        });
      } else if (context.isTurn) {
        context.cannotJudge('stream.start.always', CUT_BEFORE_EVENTS);
        context.cannotJudge('stream.start.first', CUT_BEFORE_EVENTS);
      }
    },
  };
};
