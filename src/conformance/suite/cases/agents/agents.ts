import { writeJson } from '../../../../exact-json/exact-number.ts';
import type { LiveStream } from '../../../drive/live-stream.ts';
import { isObject, type JsonObject, objectsIn } from '../../../judge/json.ts';
import { type Check, check, R } from '../../check-kit/check.ts';
import type { CheckContext } from '../../check-kit/context.ts';
import { delegate, isAboutAgents, runWithAgents } from '../../check-kit/delegated-turn.ts';
import { composeTurn, scriptOf } from '../../check-kit/scripted-turn.ts';
import { endOf } from '../../check-kit/turns.ts';

/** How the steps of a turn show its agents (section 2.3). */
export const agentChecks: readonly Check[] = [
  check({
    id: 'agents.steps',
    requirements: [R['agents.steps.when-delegating'], R['agents.delegated.marks-point']],
    needs: ['scenario:agents'],
    async run(t) {
      const { stream, steps } = await delegate(t, 'agents');
      const keys = steps.map(({ key }) => key);

      t.expect('agents.steps.when-delegating').isTrue(
        stream,
        steps.some(isAboutAgents),
        'steps about agents',
        keys,
        '/steps',
      );
      t.expect('agents.delegated.marks-point').isTrue(
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
    requirements: [R['agents.step.one-task']],
    needs: ['scenario:agents'],
    async run(t) {
      const { stream, steps } = await delegate(t, 'agents');
      const started = new Set(steps.flatMap(startedTasks));
      const shown = steps.filter(({ key }) => key === 'agent');
      t.require(started.size > 1 && shown.length > 0, 'the steps do not show several tasks');

      // If two tasks shared a step, there would be fewer steps than tasks. A task may also have several steps.
      t.expect('agents.step.one-task').isTrue(
        stream,
        new Set(shown.map(taskOf)).size >= started.size,
        `a step for each of ${started.size} tasks`,
        shown.map(({ agent }) => agent),
        '/steps',
      );
    },
  }),

  check({
    id: 'agents.delegated.twice',
    requirements: [
      R['agents.delegated.names-tasks'],
      R['agents.delegated.marks-point'],
      R['messages.agent-runs.summarise-tasks'],
    ],
    needs: ['scenario:agents'],
    async run(t) {
      const stream = await t.open(composeTurn(t, 'agents', 'agents'));
      const { data } = await endOf(t, stream, 'message.completed');
      const steps = objectsIn(data.steps);
      const points = steps.filter(({ key }) => key === 'agents_delegated').map(startedTasks);
      const named = points.flat();
      const claim = t.expect('agents.delegated.names-tasks');
      claim.isTrue(stream, named.length === new Set(named).size, 'each task once', points, '/steps');
      const tasks = new Set(steps.filter(({ key }) => key === 'agent').map(taskOf));
      t.require(tasks.size > 1, 'the steps do not show several tasks');

      t.expect('agents.delegated.marks-point').isTrue(
        stream,
        points.length > 1,
        'a step agents_delegated for each of two delegations',
        points,
        '/steps',
      );
      for (const task of tasks)
        claim.isTrue(stream, isObject(task) || named.includes(task), `the task ${task}`, points, '/steps');
      expectSummary(t, stream, data.agent_runs, named);
    },
  }),

  check({
    id: 'agents.task.as-delegated',
    requirements: [R['agents.task.agent-id']],
    needs: ['scenario:agents'],
    async run(t) {
      const script = scriptOf(t, 'agents');
      const tasks = script.flatMap((act) => ('delegate' in act ? act.delegate : []));
      t.skipIf(tasks.length === 0, 'the script of agents names the tools of the target');
      const { stream, steps } = await delegate(t, 'agents');
      const shown: readonly unknown[] = steps
        .filter(({ key }) => key === 'agent')
        .flatMap(({ agent }) => (isObject(agent) && agent.agent_id !== undefined ? [agent.agent_id] : []));
      // A service may add tasks of temporary agents.
      const wanted: readonly unknown[] = [null, ...tasks.map(({ agent }) => agent ?? null)];
      const claim = t.expect('agents.task.agent-id');
      for (const id of shown)
        claim.isTrue(stream, wanted.includes(id), `one of ${writeJson(wanted)}`, id, '/steps');
      const named = wanted.filter((id) => id !== null);
      const isNamed = named.length === 0 || shown.length === 0 || named.some((id) => shown.includes(id));
      claim.isTrue(stream, isNamed, `one of ${writeJson(named)}`, shown, '/steps');
    },
  }),

  check({
    id: 'agents.task.temporary',
    requirements: [R['agents.task.agent-id-null-when-temporary'], R['agents.delegated.names-tasks']],
    needs: ['scenario:agents_temporary'],
    async run(t) {
      const { stream, steps } = await delegate(t, 'agents_temporary');
      const agents = steps
        .filter(({ key }) => key === 'agent')
        .map(({ agent }) => agent)
        .filter(isObject);
      t.require(agents.length > 0, 'no step shows the task');

      // A service may omit a member that does not apply.
      t.expect('agents.task.agent-id-null-when-temporary').isTrue(
        stream,
        agents.some(({ agent_id: id }) => (id ?? null) === null),
        'agent_id null in the step of the temporary agent',
        agents,
        '/steps',
      );
      const named = steps.flatMap(startedTasks);
      for (const { task_id: task } of agents)
        t.expect('agents.delegated.names-tasks').isTrue(
          stream,
          task === undefined || named.includes(task),
          `the task ${task}`,
          named,
          '/steps',
        );
    },
  }),

  check({
    id: 'agents.unavailable',
    requirements: [R['agents.unavailable.marks-refusal'], R['agents.unavailable.gives-reason']],
    needs: ['scenario:agents_model_without_tools'],
    async run(t) {
      const { stream, turn, steps } = await runWithAgents(t, 'agents_model_without_tools');
      const { agents } = turn;
      t.require(!isObject(agents) || agents.supported !== true, 'the turn could delegate');
      const refusal = steps.find(({ key }) => key === 'agents_unavailable');

      t.expect('agents.unavailable.marks-refusal').isTrue(
        stream,
        refusal !== undefined,
        'a step agents_unavailable',
        steps.map(({ key }) => key),
        '/steps',
      );
      if (refusal === undefined) return;
      t.expect('agents.unavailable.gives-reason').isTrue(
        stream,
        isPresent(refusal.label) || isPresent(refusal.detail),
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

/** The id of a step's task, or the step itself if it names no task. */
function taskOf(step: JsonObject): unknown {
  const id = isObject(step.agent) ? step.agent.task_id : undefined;
  return id ?? step;
}

/** Whether a member has a value of any type that is not empty. */
function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Expects a summary to name every task if it names any. The contract does not say how a summary describes a task. */
function expectSummary(t: CheckContext, stream: LiveStream, runs: unknown, tasks: readonly unknown[]): void {
  const told = writeJson(runs) ?? '';
  const missing = tasks.filter((task) => !told.includes(writeJson(task)));
  t.expect('messages.agent-runs.summarise-tasks').isTrue(
    stream,
    missing.length === 0 || missing.length === tasks.length,
    'all tasks of the turn, or no names of tasks',
    missing.map((task) => `no ${task}`),
    '/agent_runs',
  );
}
