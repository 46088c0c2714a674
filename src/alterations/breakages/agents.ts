import type { Step } from '../../../generated/types.d.ts';
import { type Breakage, breakage } from '../alteration.ts';
import { rewriteEverywhere } from '../decorators/rewrite-everywhere.ts';
import { rewriteSteps } from '../decorators/rewrite-turns.ts';

export const agentBreakages: readonly Breakage[] = [
  breakage(
    'agents.steps.when-delegating',
    'The steps of a turn do not show its agents.',
    rewriteSteps((steps) => steps.filter((step) => !('agent' in step) && !hasKey(step, 'agents_delegated'))),
  ),
  breakage(
    'agents.delegated.marks-point',
    'The steps do not show where the turn delegated.',
    rewriteSteps((steps) => steps.filter((step) => !hasKey(step, 'agents_delegated'))),
  ),
  breakage(
    'agents.delegated.names-tasks/second',
    'A turn that delegates again names tasks there that do not exist.',
    rewriteSteps((steps) =>
      steps.map((step, index) =>
        hasKey(step, 'agents_delegated') &&
        steps.slice(0, index).some((each) => hasKey(each, 'agents_delegated'))
          ? { ...step, agent_task_ids: step.agent_task_ids?.map((id) => `${id}_again`) }
          : step,
      ),
    ),
  ),
  breakage(
    'agents.delegated.names-tasks/temporary',
    'The step that marks a delegation does not name the tasks of temporary agents.',
    rewriteSteps((steps) =>
      steps.map((step) =>
        hasKey(step, 'agents_delegated')
          ? { ...step, agent_task_ids: step.agent_task_ids?.filter((id) => !isTemporary(steps, id)) }
          : step,
      ),
    ),
  ),
  breakage(
    'agents.delegated.names-tasks/one-id',
    'All tasks have the same id.',
    rewriteEverywhere((value) => (isTaskId(value) ? 'task_1' : value)),
  ),
  breakage(
    'agents.task.agent-id/other',
    'The steps show the task of an agent under the id of another one.',
    rewriteSteps((steps) =>
      steps.map((step) =>
        typeof step.agent?.agent_id === 'number'
          ? { ...step, agent: { ...step.agent, agent_id: step.agent.agent_id + 1000 } }
          : step,
      ),
    ),
  ),
  breakage(
    'agents.step.one-task',
    'All tasks of a turn share one step.',
    rewriteSteps((steps) => {
      const first = steps.find((step) => hasKey(step, 'agent'));
      return steps.filter((step) => step === first || !hasKey(step, 'agent'));
    }),
  ),
  breakage(
    'agents.task.agent-id-null-when-temporary',
    'A temporary agent has the id 0.',
    rewriteSteps((steps) =>
      steps.map((step) =>
        step.agent?.agent_id === null ? { ...step, agent: { ...step.agent, agent_id: 0 } } : step,
      ),
    ),
  ),
  breakage(
    'agents.unavailable.marks-refusal',
    'No step shows that the turn could not delegate.',
    rewriteSteps((steps) => steps.filter((step) => !hasKey(step, 'agents_unavailable'))),
  ),
  breakage(
    'agents.unavailable.gives-reason',
    'The step that shows that the turn could not delegate gives no reason.',
    rewriteSteps((steps) =>
      steps.map(({ detail, ...step }) =>
        hasKey(step, 'agents_unavailable') ? { ...step, label: '' } : { ...step, detail },
      ),
    ),
  ),
];

/** Whether a task belongs to an agent without an id. */
function isTemporary(steps: readonly Step[], task: string): boolean {
  return steps.some(
    ({ key, agent }) => key === 'agent' && agent?.task_id === task && agent.agent_id === null,
  );
}

function hasKey({ key }: Pick<Step, 'key'>, wanted: string): boolean {
  return key === wanted;
}

function isTaskId(value: unknown): boolean {
  return typeof value === 'string' && /^task_[0-9a-f-]{36}$/.test(value);
}
