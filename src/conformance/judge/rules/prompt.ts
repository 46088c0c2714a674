import { excerpt } from '../excerpt.ts';
import type { JudgedEvent, StreamRuleFactory } from './rule.ts';

/** The prompt stands in the history only, never in a terminal event. */
export const prompt: StreamRuleFactory = (context) => {
  const judge = (event: JudgedEvent) => {
    context.exercise('messages.prompt.listing-only');
    if (event.data.prompt === undefined) return;
    context.report('messages.prompt.listing-only', event, {
      pointer: '/prompt',
      expected: `no prompt in ${event.type}`,
      actual: excerpt(event.data.prompt),
    });
  };
  return { on: { 'message.completed': judge, 'message.cancelled': judge } };
};
