import type { SeenEvent, StreamRuleFactory } from './rule.ts';

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
          actual: `a second message.start as event ${event.index}`,
        });
      } else if (event !== first) {
        context.report('stream.start.first', first, {
          expected: 'message.start as the first event',
          actual: `${first.type || 'an unnamed event'} first, message.start as event ${event.index}`,
        });
      }
      isStarted = true;
      context.exercise('stream.start.always');
      context.exercise('stream.start.first');
    },
    end() {
      if (isStarted || !first) return;
      context.report('stream.start.always', first, {
        expected: 'message.start as the first event',
        actual: `${first.type || 'an unnamed event'} first, and no message.start at all`,
      });
    },
  };
};
