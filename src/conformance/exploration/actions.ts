import type { Need, RequirementId } from '../../../generated/ids.d.ts';
import type { Action, Step } from './step.ts';
import { atOnceActions } from './steps/at-once.ts';
import { chatActions } from './steps/chats.ts';
import { interactionActions } from './steps/interactions.ts';
import { skillActions } from './steps/skills.ts';
import { turnActions } from './steps/turns.ts';

/** Every action that a client can take in a sequence. */
export const ACTIONS: readonly Action[] = [
  ...chatActions,
  ...turnActions,
  ...interactionActions,
  ...atOnceActions,
  ...skillActions,
];

/** What a sequence concentrates on: with few subjects, a sequence drives each of them into deeper states. */
export const SUBJECTS: readonly (readonly Action[])[] = [
  chatActions,
  [...chatActions, ...turnActions, ...interactionActions],
  [...chatActions, ...turnActions],
  [...turnActions, ...interactionActions, ...atOnceActions],
  skillActions,
  ACTIONS,
];

const byName = new Map(ACTIONS.map((action) => [action.name, action]));

/** @throws RangeError if no action has the step's name */
export function actionOf({ do: name }: Step): Action {
  const action = byName.get(name);
  if (!action) throw new RangeError(`no action ${name}`);
  return action;
}

/** What the profile must have for a step. */
export function needsOf(step: Step): readonly Need[] {
  const { needs = [], needsOf: further } = actionOf(step);
  return [...needs, ...(further?.(step) ?? [])];
}

/** The requirements that sequences check. The stream judge also looks at every exchange, as in any run. */
export const CLAIMED: readonly RequirementId[] = [
  ...new Set(ACTIONS.flatMap(({ requirements }) => requirements)),
];
