import type { RequirementId } from '../../../../generated/ids.d.ts';
import { excerpt } from '../excerpt.ts';
import { describeDispatch, isWork } from './dispatch.ts';
import type { JudgedEvent, StreamRuleFactory } from './rule.ts';

/** The members of message.error fit its code and what the turn did before. */
export const errors: StreamRuleFactory = (context) => {
  /** The name of the first event that shows that the turn was dispatched. */
  let work: string | undefined;

  const isNotRetryable = (requirement: RequirementId, event: JudgedEvent, why: string) => {
    const { retryable } = event.data;
    if (typeof retryable !== 'boolean') return;
    context.exercise(requirement);
    if (!retryable) return;
    context.report(requirement, event, {
      pointer: '/retryable',
      expected: `false, since the turn was dispatched: ${why}`,
      actual: 'true',
    });
  };

  const hasNoDetails = (event: JudgedEvent) => {
    const { details } = event.data;
    context.exercise('events.error.timeout-without-details');
    if (details === undefined || details === null) return;
    context.report('events.error.timeout-without-details', event, {
      pointer: '/details',
      expected: 'no details with code turn_timeout',
      actual: excerpt(details),
    });
  };

  return {
    seen({ type }) {
      if (work === undefined && isWork(type)) work = type;
    },
    on: {
      'message.error': (event) => {
        const { code } = event.data;
        const why = describeDispatch(code, work);
        if (code === 'upstream_error')
          isNotRetryable('events.error.upstream-not-retryable', event, 'its code is upstream_error');
        else if (why !== undefined) isNotRetryable('events.error.dispatched-not-retryable', event, why);
        if (code === 'turn_timeout') hasNoDetails(event);
      },
    },
  };
};
