import type { Step } from '../../../generated/types.d.ts';
import { rewriteSteps } from '../decorators/rewrite-turns.ts';
import type { Breakage } from './breakage.ts';

/** What the requirements on the steps of agents forbid, each done. */
export const agentBreakages: readonly Breakage[] = [
  {
    id: 'agents.steps.when-delegating',
    requirement: 'agents.steps.when-delegating',
    port: 'exchange',
    behaviour: 'The steps of a turn tell nothing of its agents.',
    exchange: rewriteSteps((steps) =>
      steps.filter((step) => !('agent' in step) && !isOf(step, 'agents_delegated')),
    ),
  },
  {
    id: 'agents.delegated.marks-point',
    requirement: 'agents.delegated.marks-point',
    port: 'exchange',
    behaviour: 'The steps do not show where the turn delegated.',
    exchange: rewriteSteps((steps) => steps.filter((step) => !isOf(step, 'agents_delegated'))),
  },
  {
    id: 'agents.step.one-task',
    requirement: 'agents.step.one-task',
    port: 'exchange',
    behaviour: 'All tasks of a turn share one step.',
    exchange: rewriteSteps((steps) => {
      const first = steps.find((step) => isOf(step, 'agent'));
      return steps.filter((step) => step === first || !isOf(step, 'agent'));
    }),
  },
  {
    id: 'agents.task.agent-id-null-when-temporary',
    requirement: 'agents.task.agent-id-null-when-temporary',
    port: 'exchange',
    behaviour: 'A temporary agent has the id 0.',
    exchange: rewriteSteps((steps) =>
      steps.map((step) =>
        step.agent?.agent_id === null ? { ...step, agent: { ...step.agent, agent_id: 0 } } : step,
      ),
    ),
  },
  {
    id: 'agents.unavailable.marks-refusal',
    requirement: 'agents.unavailable.marks-refusal',
    port: 'exchange',
    behaviour: 'No step tells that the turn could not delegate.',
    exchange: rewriteSteps((steps) => steps.filter((step) => !isOf(step, 'agents_unavailable'))),
  },
  {
    id: 'agents.unavailable.gives-reason',
    requirement: 'agents.unavailable.gives-reason',
    port: 'exchange',
    behaviour: 'The step that tells that the turn could not delegate does not say why.',
    exchange: rewriteSteps((steps) =>
      steps.map(({ detail, ...step }) =>
        isOf(step, 'agents_unavailable') ? { ...step, label: '' } : { ...step, detail },
      ),
    ),
  },
];

function isOf({ key }: Pick<Step, 'key'>, wanted: string): boolean {
  return key === wanted;
}
