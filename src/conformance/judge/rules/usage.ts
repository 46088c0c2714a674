import { numberOf } from '../../../exact-json/exact-number.ts';
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
      const count = numberOf(usage[name]);
      if (count === undefined || count >= 0) continue;
      context.report('usage.counters.not-negative', event, {
        pointer: `/usage/${name}`,
        expected: 'a number of tokens, 0 or more',
        actual: String(count),
      });
    }
    const [total, agent, prompt, completion] = [
      usage.total_tokens,
      usage.agent_tokens,
      usage.prompt_tokens,
      usage.completion_tokens,
    ].map(numberOf);
    if (total === undefined) return;
    if (agent !== undefined) {
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
    if (prompt !== undefined && completion !== undefined) {
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
    const total = isObject(tokens) ? numberOf(tokens.total_tokens) : undefined;
    return total === undefined ? [] : [total];
  });
}
