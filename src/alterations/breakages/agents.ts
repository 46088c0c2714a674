import type { Step } from '../../../generated/types.d.ts';
import { type Breakage, breakage } from '../alteration.ts';
import { rewriteEverywhere } from '../decorators/rewrite-everywhere.ts';
import { rewriteSteps } from '../decorators/rewrite-turns.ts';
import { instead, plus } from '../decorators/values.ts';
import { shown, stepless } from './kinds/shown.ts';

export const agentBreakages: readonly Breakage[] = [
  breakage(
    'agents.steps.when-delegating',
    'The steps of a turn do not show its agents.',
    rewriteSteps((steps) => steps.filter((step) => !('agent' in step) && !hasKey(step, 'agents_delegated'))),
  ),
  stepless('agents.delegated.marks-point', { key: 'agents_delegated' }),
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
  shown('agents.task.agent-id/other', 'steps', { 'agent.agent_id': plus(1000) }),
  breakage(
    'agents.step.one-task',
    'All tasks of a turn share one step.',
    rewriteSteps((steps) => {
      const first = steps.find((step) => hasKey(step, 'agent'));
      return steps.filter((step) => step === first || !hasKey(step, 'agent'));
    }),
  ),
  shown('agents.task.agent-id-null-when-temporary', 'steps', { 'agent.agent_id': instead(null, 0) }),
  stepless('agents.unavailable.marks-refusal', { key: 'agents_unavailable' }),
  shown(
    'agents.unavailable.gives-reason',
    'steps',
    { label: '', detail: undefined },
    { key: 'agents_unavailable' },
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
