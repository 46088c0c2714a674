import { isObject, objectsIn } from '../json.ts';
import type { JudgedEvent, StreamRuleFactory } from './rule.ts';

const COUNTERS = ['prompt_tokens', 'completion_tokens', 'total_tokens', 'reasoning_tokens', 'agent_tokens'];

/**
 * The counters are numbers of tokens, and the total includes the tokens that it must include. The contract promises no other sum
 * (A-91).
 */
export const usage: StreamRuleFactory = (context) => {
  const judge = (event: JudgedEvent) => {
    const { usage } = event.data;
    if (!isObject(usage)) return;
    context.exercise('usage.counters.not-negative');
    for (const name of COUNTERS) {
      const count = usage[name];
      if (typeof count !== 'number' || count >= 0) continue;
      context.report('usage.counters.not-negative', event, {
        pointer: `/usage/${name}`,
        expected: 'a number of tokens, 0 or more',
        actual: String(count),
      });
    }
    const {
      total_tokens: total,
      agent_tokens: agent,
      prompt_tokens: prompt,
      completion_tokens: completion,
    } = usage;
    if (typeof total !== 'number') return;
    if (typeof agent === 'number') {
      context.exercise('usage.agent-tokens.included');
      if (agent > total) {
        context.report('usage.agent-tokens.included', event, {
          pointer: '/usage/agent_tokens',
          expected: `at most total_tokens, ${total}, since they are part of it`,
          actual: String(agent),
        });
      }
      const most = Math.max(0, ...tokensOfTasks(event));
      if (most > agent)
        context.report('usage.agent-tokens.included', event, {
          pointer: '/usage/agent_tokens',
          expected: `at least ${most}, which one of the tasks consumed`,
          actual: String(agent),
        });
    }
    if (typeof prompt === 'number' && typeof completion === 'number') {
      context.exercise('usage.total.covers-conductor');
      if (prompt + completion > total) {
        context.report('usage.total.covers-conductor', event, {
          pointer: '/usage/total_tokens',
          expected: `at least prompt_tokens + completion_tokens, ${prompt + completion}`,
          actual: String(total),
        });
      }
    }
  };
  return { on: { 'message.completed': judge, 'message.cancelled': judge } };
};

/** What each task has consumed, as far as its step says so. Whether the steps of one task add up is open. */
function tokensOfTasks({ data }: JudgedEvent): readonly number[] {
  return objectsIn(data.steps).flatMap(({ key, agent }) => {
    const tokens = key === 'agent' && isObject(agent) ? agent.tokens : undefined;
    const total = isObject(tokens) ? tokens.total_tokens : undefined;
    return typeof total === 'number' ? [total] : [];
  });
}
