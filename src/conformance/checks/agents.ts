import { type Check, check } from '../check-kit/check.ts';
import { delegate, isAboutAgents, runWithAgents } from '../check-kit/delegated-turn.ts';
import { isObject, type JsonObject } from '../judge/json.ts';

/** What the steps of a turn show of its agents (section 2.3). */
export const agentChecks: readonly Check[] = [
  check({
    id: 'agents.steps',
    requirements: ['agents.steps.when-delegating', 'agents.delegated.marks-point'],
    needs: ['scenario:agents'],
    async run(t) {
      const { stream, steps } = await delegate(t, 'agents');
      const keys = steps.map(({ key }) => key);

      t.expect('agents.steps.when-delegating').holds(
        stream,
        steps.some(isAboutAgents),
        'steps of agents',
        keys,
        '/steps',
      );
      t.expect('agents.delegated.marks-point').holds(
        stream,
        keys.includes('agents_delegated'),
        'a step agents_delegated',
        keys,
        '/steps',
      );
    },
  }),

  check({
    id: 'agents.step.task',
    requirements: ['agents.step.one-task'],
    needs: ['scenario:agents'],
    async run(t) {
      const { stream, steps } = await delegate(t, 'agents');
      const started = new Set(steps.flatMap(startedTasks));
      const shown = steps.filter(({ key }) => key === 'agent');
      t.assume(started.size > 1 && shown.length > 0, 'the steps do not show several tasks');

      // Two tasks in one step would leave fewer steps than tasks. A task may have more than one.
      t.expect('agents.step.one-task').holds(
        stream,
        new Set(shown.map(taskOf)).size >= started.size,
        `a step for each of ${started.size} tasks`,
        shown.map(({ agent }) => agent),
        '/steps',
      );
    },
  }),

  check({
    id: 'agents.task.temporary',
    requirements: ['agents.task.agent-id-null-when-temporary'],
    needs: ['scenario:agents_temporary'],
    async run(t) {
      const { stream, steps } = await delegate(t, 'agents_temporary');
      const agents = steps
        .filter(({ key }) => key === 'agent')
        .map(({ agent }) => agent)
        .filter(isObject);
      t.assume(agents.length > 0, 'no step shows the task');

      // A member that does not apply may be left out.
      t.expect('agents.task.agent-id-null-when-temporary').holds(
        stream,
        agents.some(({ agent_id: id }) => (id ?? null) === null),
        'agent_id null in the step of the temporary agent',
        agents,
        '/steps',
      );
    },
  }),

  check({
    id: 'agents.unavailable',
    requirements: ['agents.unavailable.marks-refusal', 'agents.unavailable.gives-reason'],
    needs: ['scenario:agents_model_without_tools'],
    async run(t) {
      const { stream, turn, steps } = await runWithAgents(t, 'agents_model_without_tools');
      const { agents } = turn;
      t.assume(!isObject(agents) || agents.supported !== true, 'the turn could delegate');
      const refusal = steps.find(({ key }) => key === 'agents_unavailable');

      t.expect('agents.unavailable.marks-refusal').holds(
        stream,
        refusal !== undefined,
        'a step agents_unavailable',
        steps.map(({ key }) => key),
        '/steps',
      );
      t.expect('agents.unavailable.gives-reason').holds(
        stream,
        isTold(refusal?.label) || isTold(refusal?.detail),
        'a reason in label or detail',
        refusal,
        '/steps',
      );
    },
  }),
];

function startedTasks({ agent_task_ids: ids }: JsonObject): readonly unknown[] {
  return Array.isArray(ids) ? ids : [];
}

/** The task of a step; the step itself, where it does not name its task. */
function taskOf(step: JsonObject): unknown {
  const id = isObject(step.agent) ? step.agent.task_id : undefined;
  return id ?? step;
}

/** Whether a member says something, of whatever type. */
function isTold(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
