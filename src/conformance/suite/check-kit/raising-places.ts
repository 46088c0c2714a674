import type { ScenarioName } from '../../../../generated/ids.d.ts';
import type { InteractionKind } from './interaction-replies.ts';
import type { Situation } from './situation.ts';

/** Where an interaction can be raised: by the turn itself (each kind), or by an agent's task. */
export interface RaisingPlace {
  /** Part of the ids of checks. */
  readonly name: string;
  readonly kind: InteractionKind;
  readonly scenario: ScenarioName;
  readonly situation: Pick<Situation, 'asks' | 'asker' | 'chat'>;
}

/** The places where the turn itself asks, one per kind. */
export const OWN_PLACES: readonly RaisingPlace[] = [
  raisingPlace('tool-approval', 'tool_approval', 'tool_approval', 'turn'),
  raisingPlace('plan-approval', 'plan_approval', 'plan', 'turn'),
  raisingPlace('elicitation', 'elicitation', 'elicitation', 'turn'),
  raisingPlace('auth-required', 'auth_required', 'auth_required', 'turn'),
];

/** The places where an agent's task asks. */
export const TASK_PLACES: readonly RaisingPlace[] = [
  raisingPlace('task-tool-approval', 'tool_approval', 'agents_with_tool_approval', 'task'),
  raisingPlace('task-elicitation', 'elicitation', 'agents_with_elicitation', 'task'),
  raisingPlace('task-auth-required', 'auth_required', 'agents_with_auth_required', 'task'),
];

function raisingPlace(
  name: string,
  kind: InteractionKind,
  scenario: ScenarioName,
  asker: 'turn' | 'task',
): RaisingPlace {
  return { name, kind, scenario, situation: { asks: kind, asker } };
}

export const RAISING_PLACES: readonly RaisingPlace[] = [...OWN_PLACES, ...TASK_PLACES];
