import type { RequirementId } from '../../../../generated/ids.d.ts';
import { isInteger } from '../../../exact-json/exact-number.ts';
import { describe, excerpt } from '../excerpt.ts';
import { isObject, objectsIn } from '../json.ts';
import { describeMissing } from '../shape/missing-member.ts';
import { BoundedSet, keyOf, TEXT_BYTES } from './bounded-set.ts';
import type { JudgedEvent, SeenEvent, StreamRuleFactory } from './rule.ts';

/** Tool calls of a turn that are remembered, and calls of its approvals. Later ones are not judged. */
const REMEMBERED = 1_000;

/** An approval that names no agent, with the keys of the calls that it is about. */
interface Unattributed {
  readonly calls: readonly string[];
  readonly event: SeenEvent;
}

/**
 * What the steps of a turn show about its agents, the rest of its stream says too: who asks for an approval, that the turn carried
 * agents, that its route could delegate, and the summary of its tasks.
 */
export const shownTasks: StreamRuleFactory = (context) => {
  const callsInTasks = new BoundedSet(REMEMBERED, context.remember);
  const otherCalls = new BoundedSet(REMEMBERED, context.remember);
  const unattributed: Unattributed[] = [];
  let remembered = 0;
  let hasTask = false;
  /** Whether a task is that of an agent with an id, and so of one that was selected. A temporary agent has none. */
  let hasSelected = false;

  const readSteps = (event: JudgedEvent) => {
    for (const step of objectsIn(event.data.steps)) {
      const calls = isObject(step.agent) ? callsInTasks : otherCalls;
      for (const call of callsIn(step.tool_calls)) calls.add(call);
      if (step.key !== 'agent' || !isObject(step.agent)) continue;
      hasTask = true;
      hasSelected ||= isInteger(step.agent.agent_id);
    }
  };

  const approvalsNameAgents = () => {
    // A call of the conductor that was not remembered may have the id of a task's call.
    if (otherCalls.hasLost) return;
    for (const { calls, event } of unattributed) {
      // The provider of a model chooses the ids, so a call of the conductor may have the id of a task's call.
      const isOfTask = calls.some((call) => callsInTasks.has(call) && !otherCalls.has(call));
      if (!isOfTask) continue;
      context.report('events.action.agent-when-task', event, {
        pointer: '/agent',
        expected: 'agent, since a step of an agent task shows the tool call',
        actual: 'absent',
      });
    }
  };

  const carriesAgents = (requirement: RequirementId, event: JudgedEvent) => {
    // The request says it for certain.
    if (context.request?.carriesAgents !== undefined || !hasSelected) return;
    context.exercise(requirement);
    if (event.data.agents !== undefined) return;
    context.report(requirement, event, {
      pointer: '/agents',
      expected: 'agents, since the turn shows the task of an agent that was selected',
      actual: 'absent',
    });
  };

  const couldDelegate = (event: JudgedEvent) => {
    const { agents } = event.data;
    if (!hasTask || !isObject(agents) || typeof agents.supported !== 'boolean') return;
    context.exercise('messages.agents.tells-route');
    if (agents.supported) return;
    context.report('messages.agents.tells-route', event, {
      pointer: '/agents/supported',
      expected: 'true, since the turn shows the task of an agent',
      actual: 'false',
    });
  };

  const summarises = (requirement: RequirementId, event: JudgedEvent) => {
    const { agent_runs: runs } = event.data;
    // A summary of another shape is reported as such.
    if (!hasTask || (runs !== undefined && !Array.isArray(runs))) return;
    context.exercise(requirement);
    if (runs !== undefined && runs.length > 0) return;
    context.report(requirement, event, {
      pointer: '/agent_runs',
      expected: 'a summary of the tasks that the turn shows',
      ...(runs === undefined ? describeMissing(event.data, 'agent_runs') : { actual: describe(runs) }),
    });
  };

  const atEnd = (event: JudgedEvent) => {
    readSteps(event);
    approvalsNameAgents();
    carriesAgents('messages.agents.present-when-carried', event);
    couldDelegate(event);
    summarises('messages.agent-runs.summarise-tasks', event);
  };

  return {
    on: {
      'message.step': readSteps,
      'message.action_required': (event) => {
        const { kind, payload, agent } = event.data;
        if (kind !== 'tool_approval' || !isObject(payload) || agent !== undefined) return;
        const calls = callsIn(payload.tools)
          .slice(0, REMEMBERED - remembered)
          .map(keyOf);
        if (calls.length === 0) return;
        remembered += calls.length;
        context.remember(calls.length * TEXT_BYTES);
        const { index, type, offset } = event;
        unattributed.push({ calls, event: { index, type, offset } });
      },
      'message.completed': atEnd,
      'message.cancelled': atEnd,
      'message.error': (event) => {
        approvalsNameAgents();
        carriesAgents('events.error.agents-if-carried', event);
        couldDelegate(event);
        summarises('events.error.agent-runs-only-with-tasks', event);
      },
    },
  };
};

/** The ids of tool calls, together with the names of their tools. */
function callsIn(tools: unknown): string[] {
  return objectsIn(tools).flatMap(({ tool_use_id: id, name }) =>
    typeof id === 'string' ? [`${excerpt(name)} ${id}`] : [],
  );
}
