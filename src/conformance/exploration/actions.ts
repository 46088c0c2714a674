import type { Need, RequirementId } from '../../../generated/ids.d.ts';
import { describeUnmet, isMet } from '../profile/is-met.ts';
import type { Profile } from '../profile/profile.ts';
import type { Action, Step } from './step.ts';
import { chatsAtOnce, skillsAtOnce } from './steps/at-once.ts';
import { chatActions } from './steps/chats.ts';
import { faultActions } from './steps/faults.ts';
import { interactionActions } from './steps/interactions.ts';
import { skillActions as singleSkillActions } from './steps/skills.ts';
import { turnActions } from './steps/turns.ts';
import { OWNERS, type World } from './world.ts';

const skillActions = [...singleSkillActions, skillsAtOnce];

/** Every action that a client can take in a sequence. */
export const ACTIONS: readonly Action[] = [
  ...chatActions,
  ...turnActions,
  ...interactionActions,
  ...faultActions,
  chatsAtOnce,
  ...skillActions,
];

/** What a sequence concentrates on: with few subjects, a sequence drives each of them into deeper states. */
export const SUBJECTS: readonly (readonly Action[])[] = [
  [...chatActions, chatsAtOnce],
  [...chatActions, ...turnActions, ...interactionActions, chatsAtOnce],
  [...chatActions, ...turnActions],
  [...turnActions, ...interactionActions, ...faultActions, chatsAtOnce],
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

/** Steps of an action that have each value of each choice, beside the simplest values of the others. They have no target. */
export function kindsOf({ name, choices = {}, fits }: Action): readonly Step[] {
  const simplest = Object.fromEntries(Object.entries(choices).map(([member, [value]]) => [member, value]));
  const step = { do: name, as: 'main', ...simplest } as Step;
  return [
    step,
    ...Object.entries(choices).flatMap(([member, values]) =>
      [...new Set(values)].map((value) => ({ ...step, [member]: value })),
    ),
  ].filter((each) => fits?.(each) ?? true);
}

/** What the profile must have for a step. */
export function needsOf(step: Step): readonly Need[] {
  const { needs = [], needsOf: further } = actionOf(step);
  const own = OWNERS.flatMap((name) =>
    name === step.as && name !== 'main' ? [`credential:${name}` as const] : [],
  );
  return [...own, ...needs, ...(further?.(step) ?? [])];
}

/** Why a step cannot be taken at a service with this profile, in words; undefined if it can. */
export function whyNot(step: Step, world: World, profile: Profile): string | undefined {
  const { part, lacksUnscripted } = actionOf(step);
  if (part !== undefined && profile.absent?.includes(part)) return `the service has no ${part}`;
  const unmet = needsOf(step).find((need) => !isMet(need, profile));
  const lack =
    unmet === undefined ? !world.isScripted && lacksUnscripted?.(step, world) : describeUnmet(unmet, profile);
  return lack ? `needs ${lack}` : undefined;
}

/** The requirements that sequences check. The stream judge also looks at every exchange, as in any run. */
export const CLAIMED: readonly RequirementId[] = [
  ...new Set(ACTIONS.flatMap(({ requirements }) => requirements)),
];
