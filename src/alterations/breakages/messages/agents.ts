import type { TurnMessage } from '../../../../generated/types.d.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { rewriteTurns } from '../../decorators/rewrite-turns.ts';
import { filled, withValues } from '../../decorators/values.ts';
import { shown } from '../kinds/shown.ts';

const SUMMARIES = 'agent_runs.[].summary';

/** The members of a turn about its agents. */
export const messageAgentBreakages: readonly Breakage[] = [
  shown('messages.agent-runs.summarise-tasks', 'turns', { agent_runs: [] }),
  breakage(
    'messages.agent-runs.summarise-tasks/last-delegation',
    'The agent_runs of a turn that delegates again leave out the tasks of its earlier delegations.',
    rewriteTurns((turn) => {
      const last = turn.steps.findLast(({ key }) => key === 'agents_delegated')?.agent_task_ids;
      const runs = turn.agent_runs.filter(({ task_id: id }) => last?.some((each) => each === id) !== false);
      return { ...turn, agent_runs: runs };
    }),
  ),
  shown('messages.agent-runs.same-everywhere/listing', 'listMessages', { [SUMMARIES]: undefined }),
  shown('messages.agent-runs.same-everywhere/blocking', 'sendMessage', { [SUMMARIES]: undefined }),
  breakage(
    'messages.agent-runs.same-everywhere/replay',
    'A replay shows agent_runs without their summaries.',
    rewriteTurns((turn, { isReplay }) => (isReplay ? withValues(turn, { [SUMMARIES]: undefined }) : turn)),
  ),
  shown(
    'messages.agents.absent-from-history',
    'listMessages',
    { agents: { supported: true, reason: null } },
    { agent_runs: filled },
  ),
  shown('messages.agents.tells-route', 'turns', { 'agents.supported': false }),
  shown(
    'messages.agents.tells-route/not-delegated',
    'turns',
    { 'agents.supported': false },
    { agent_runs: [] },
  ),
  shown('messages.agents.model-decides/supported', 'turns', { 'agents.supported': true }),
  ...(['message.error', 'message.cancelled'] as const).map((event) =>
    shown(`messages.agents.model-decides/${event.replace('message.', '')}`, event, {
      'agents.supported': true,
    }),
  ),
  shown(
    'messages.agent-runs.same-everywhere/failed',
    'listMessages',
    { agent_runs: [] },
    { status: 'error' },
  ),
  breakage(
    'usage.agent-tokens.included/beside-total',
    'The total of a turn does not include the tokens of its agents.',
    inUsage((usage) => ({ ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens })),
  ),
  breakage(
    'usage.agent-tokens.included/last-task',
    'The tokens of agents are those of the last task.',
    inUsage((usage, tasks) => ({ ...usage, agent_tokens: tasks.at(-1)?.total ?? 0 })),
  ),
  breakage(
    'usage.agent-tokens.included/failed-task',
    'The tokens of agents do not count tasks that failed.',
    inUsage((usage, tasks) => ({
      ...usage,
      agent_tokens: tasks.filter(({ state }) => state === 'done').reduce((sum, { total }) => sum + total, 0),
    })),
  ),
  shown(
    'messages.agents.model-decides/delegates',
    'turns',
    { agent_runs: [{ task_id: 'task_1', state: 'done' }] },
    { 'agents.supported': false },
  ),
];

type Usage = NonNullable<TurnMessage['usage']>;

/** Changes the usage of turns whose agents ran. @param change also receives what each task consumed, and its state */
function inUsage(
  change: (usage: Usage, tasks: readonly { readonly state: unknown; readonly total: number }[]) => Usage,
): Wrap {
  return rewriteTurns((turn) => {
    if (turn.usage?.agent_tokens === undefined) return turn;
    const tasks = turn.steps.flatMap(({ key, agent }) =>
      key === 'agent' ? [{ state: agent?.state, total: Number(agent?.tokens?.total_tokens ?? 0) }] : [],
    );
    return { ...turn, usage: change(turn.usage, tasks) };
  });
}
