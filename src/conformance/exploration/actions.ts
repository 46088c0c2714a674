import type { Need, RequirementId } from '../../../generated/ids.d.ts';
import type { Action, Step } from './step.ts';
import { atOnceActions } from './steps/at-once.ts';
import { chatActions } from './steps/chats.ts';
import { interactionActions } from './steps/interactions.ts';
import { skillActions } from './steps/skills.ts';
import { turnActions } from './steps/turns.ts';

/** All that a client does in a sequence. */
export const ACTIONS: readonly Action[] = [
  ...chatActions,
  ...turnActions,
  ...interactionActions,
  ...atOnceActions,
  ...skillActions,
];

/** What a sequence is about: few subjects bring about deeper states of each than many. */
export const SUBJECTS: readonly (readonly Action[])[] = [
  chatActions,
  [...chatActions, ...turnActions, ...interactionActions],
  [...chatActions, ...turnActions],
  [...turnActions, ...interactionActions, ...atOnceActions],
  skillActions,
  ACTIONS,
];

const byName = new Map(ACTIONS.map((action) => [action.name, action]));

/** @throws RangeError for a step that no action takes */
export function actionOf({ do: name }: Step): Action {
  const action = byName.get(name);
  if (!action) throw new RangeError(`no action ${name}`);
  return action;
}

/** What a step needs of the profile. */
export function needsOf(step: Step): readonly Need[] {
  const { needs = [], needsOf: further } = actionOf(step);
  return [...needs, ...(further?.(step) ?? [])];
}

/** The requirements that sequences claim. Beyond them, the judge of a run looks at every exchange. */
export const CLAIMED: readonly RequirementId[] = [
  ...new Set(ACTIONS.flatMap(({ requirements }) => requirements)),
];
