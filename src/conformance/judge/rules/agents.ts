import { excerpt } from '../excerpt.ts';
import { isObject, objectsIn } from '../json.ts';
import { describeMissing } from '../shape/missing-member.ts';
import { BoundedSet, TEXT_BYTES } from './bounded-set.ts';
import type { JudgedEvent, SeenEvent, StreamRuleFactory } from './rule.ts';

/** Tasks of a turn that are remembered. A turn has at most 15 agents, each of which may run several tasks. */
const REMEMBERED = 1_000;
const TOO_MANY = `a stream shows more than ${REMEMBERED} agent tasks, which are too many to compare`;
/** Longer ids are legal, since ids are opaque, but they are not followed: the memory for one stream is bounded. */
const LONGEST_TASK_ID = 128;

/** The steps, the interactions, the summary and the usage of a turn agree about its agent tasks. */
export const agents: StreamRuleFactory = (context) => {
  const delegated = new BoundedSet(REMEMBERED, context.remember);
  const tasks = new BoundedSet(REMEMBERED, context.remember);
  const asking: { readonly task: string; readonly event: SeenEvent }[] = [];
  let hasSteps = false;
  let hasDelegated = false;
  let hasRun = false;
  /** Whether a step names tasks, if only none. */
  let hasNames = false;
  /** False once a step has a task id that is not a string, and so does not identify a task. */
  let areAllNamed = true;

  const readSteps = (event: JudgedEvent) => {
    for (const step of objectsIn(event.data.steps)) {
      if (step.key === 'agents_delegated') {
        hasDelegated = true;
        hasNames ||= Array.isArray(step.agent_task_ids);
        for (const id of Array.isArray(step.agent_task_ids) ? step.agent_task_ids : []) {
          if (typeof id === 'string') delegated.add(id);
          else areAllNamed = false;
        }
      }
      if (!isObject(step.agent)) continue;
      hasDelegated = true;
      if (step.key === 'agent') hasRun = true;
      if (typeof step.agent.task_id === 'string') tasks.add(step.agent.task_id);
    }
  };

  const summaryFits = (event: JudgedEvent) => {
    const { agent_runs: runs } = event.data;
    if (!Array.isArray(runs) || hasDelegated) return;
    context.exercise('messages.agent-runs.empty-without-delegation');
    if (runs.length === 0) return;
    context.report('messages.agent-runs.empty-without-delegation', event, {
      pointer: '/agent_runs',
      expected: '[] in a turn that shows no delegation',
      actual: excerpt(runs),
    });
  };

  const usageFits = (event: JudgedEvent) => {
    if (!hasRun || !isObject(event.data.usage)) return;
    context.exercise('usage.agent-tokens.present');
    if (event.data.usage.agent_tokens !== undefined) return;
    context.report('usage.agent-tokens.present', event, {
      pointer: '/usage/agent_tokens',
      expected: 'agent_tokens in the usage of a turn whose agents ran',
      ...describeMissing(event.data.usage, 'agent_tokens'),
    });
  };

  const tasksCorrelate = () => {
    if (delegated.hasLost || tasks.hasLost) {
      context.cannotJudge('agents.task.correlates', TOO_MANY);
      return;
    }
    for (const { task, event } of asking) {
      context.exercise('agents.task.correlates');
      if (tasks.has(task) || delegated.has(task)) continue;
      context.report('agents.task.correlates', event, {
        pointer: '/agent/task_id',
        expected: 'the task_id of a task that the steps of the turn show',
        actual: `${excerpt(task)}, which no step shows`,
      });
    }
  };

  /** What an item of the summary carries is open, but a `task_id` means the same wherever it is. */
  const summaryCorrelates = (event: JudgedEvent) => {
    if (tasks.size === 0 || delegated.hasLost || tasks.hasLost) return;
    for (const [index, { task_id: task }] of objectsIn(event.data.agent_runs).entries()) {
      if (typeof task !== 'string' || index >= REMEMBERED) continue;
      context.exercise('agents.task.correlates');
      if (tasks.has(task) || delegated.has(task)) continue;
      context.report('agents.task.correlates', event, {
        pointer: `/agent_runs/${index}/task_id`,
        expected: 'the task_id of a task that the steps of the turn show',
        actual: `${excerpt(task)}, which no step shows`,
      });
    }
  };

  /** The steps at the end of a completed turn are all of its steps, so each started task has one. */
  const namedTasksAreShown = (event: JudgedEvent) => {
    const steps = objectsIn(event.data.steps);
    const shown = new BoundedSet(REMEMBERED);
    for (const { agent } of steps)
      if (isObject(agent) && typeof agent.task_id === 'string') shown.add(agent.task_id);
    const named = steps.flatMap(({ key, agent_task_ids: ids }) =>
      key === 'agents_delegated' && Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [],
    );
    if (named.length === 0 || shown.size === 0) return;
    if (shown.hasLost) {
      context.cannotJudge('agents.delegated.shows-tasks', TOO_MANY);
      return;
    }
    context.exercise('agents.delegated.shows-tasks');
    for (const id of named.slice(0, REMEMBERED)) {
      if (shown.has(id)) continue;
      context.report('agents.delegated.shows-tasks', event, {
        pointer: '/steps',
        expected: 'the task of each of the agent_task_ids in another step',
        actual: `no step of ${excerpt(id)}`,
      });
    }
  };

  const tasksAreNamed = (event: JudgedEvent) => {
    if (!hasNames || !areAllNamed) return;
    if (delegated.hasLost || tasks.hasLost) {
      context.cannotJudge('agents.delegated.names-tasks', TOO_MANY);
      return;
    }
    context.exercise('agents.delegated.names-tasks');
    for (const task of tasks.values()) {
      if (delegated.has(task)) continue;
      context.report('agents.delegated.names-tasks', event, {
        pointer: '/steps',
        expected: 'every task that runs among the agent_task_ids of a step agents_delegated',
        actual: `${excerpt(task)} is not among them`,
      });
    }
  };

  const atEnd = (event: JudgedEvent) => {
    readSteps(event);
    summaryFits(event);
    usageFits(event);
    tasksCorrelate();
    summaryCorrelates(event);
    tasksAreNamed(event);
  };

  const atCompletion = (event: JudgedEvent) => {
    atEnd(event);
    namedTasksAreShown(event);
  };

  return {
    on: {
      'message.step': (event) => {
        hasSteps ||= objectsIn(event.data.steps).length > 0;
        readSteps(event);
      },
      'message.action_required': (event) => {
        const { agent } = event.data;
        if (!isObject(agent) || typeof agent.task_id !== 'string') return;
        hasDelegated = true;
        if (asking.length >= REMEMBERED || agent.task_id.length > LONGEST_TASK_ID) return;
        const { index, type, offset } = event;
        asking.push({ task: agent.task_id, event: { index, type, offset } });
        context.remember(TEXT_BYTES);
      },
      'message.completed': atCompletion,
      'message.cancelled': atEnd,
      'message.error': (event) => {
        const { agent_runs: runs } = event.data;
        // A replay may have the error without its steps, and then only an empty summary shows a violation.
        const isKnown = hasSteps || (Array.isArray(runs) && runs.length === 0);
        if (runs === undefined || !isKnown) return;
        context.exercise('events.error.agent-runs-only-with-tasks');
        if (hasDelegated) return;
        context.report('events.error.agent-runs-only-with-tasks', event, {
          pointer: '/agent_runs',
          expected: 'no agent_runs in the error of a turn that shows no agent task',
          actual: excerpt(runs),
        });
      },
    },
  };
};
