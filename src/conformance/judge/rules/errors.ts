import { excerpt } from '../excerpt.ts';
import type { StreamRuleFactory } from './rule.ts';

/** The members of message.error fit its code. */
export const errors: StreamRuleFactory = (context) => ({
  on: {
    'message.error': (event) => {
      const { code, retryable, details } = event.data;
      if (code === 'upstream_error' && typeof retryable === 'boolean') {
        context.exercise('events.error.upstream-not-retryable');
        if (retryable) {
          context.report('events.error.upstream-not-retryable', event, {
            pointer: '/retryable',
            expected: 'false with code upstream_error, since the turn was dispatched',
            actual: 'true',
          });
        }
      }
      if (code === 'turn_timeout') {
        context.exercise('events.error.timeout-without-details');
        if (details !== undefined && details !== null) {
          context.report('events.error.timeout-without-details', event, {
            pointer: '/details',
            expected: 'no details with code turn_timeout',
            actual: excerpt(details),
          });
        }
      }
    },
  },
});
