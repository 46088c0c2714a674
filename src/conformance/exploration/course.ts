import type { Need } from '../../../generated/ids.d.ts';
import type { Turn } from '../drive/actor.ts';
import {
  type End as EndOfCourse,
  TURN_ACTIONS,
  type TurnAction,
  turnOfCourse,
} from '../suite/check-kit/composed-turn.ts';
import type { CheckContext } from '../suite/check-kit/context.ts';

const TWO_APPROVALS: TurnAction = { name: 'two-approvals', does: 'agents_two_actions', asks: true };
/** What a turn of a sequence can do, by name. */
const known = new Map([...TURN_ACTIONS, TWO_APPROVALS].map((action) => [action.name, action]));

export const TURN_ACTION_NAMES: readonly string[] = [...known.keys()];

/** How a turn of a sequence ends. One that holds does nothing until it is cancelled. */
const ENDS = {
  completes: 'completed',
  holds: 'cancelled',
  fails: 'outage',
} as const satisfies Readonly<Record<string, EndOfCourse>>;

export type End = keyof typeof ENDS;

/** What a turn does, and how it ends. */
export interface Course {
  readonly does: readonly string[];
  readonly end: End;
}

/** The scenarios of the profile that a turn with a course does. */
function scenariosOf(course: Course) {
  const own = actionsOf(course).flatMap(({ does }) => (typeof does === 'string' ? [does] : []));
  return course.end === 'fails' ? [...own, 'upstream_failure' as const] : own;
}

/** What a turn with a course needs of the profile. */
export function needsOfCourse(course: Course): readonly Need[] {
  return scenariosOf(course).map((name) => `scenario:${name}` as const);
}

/** Whether only a script brings a course about. A model that obeys none does one thing in a turn, which is that of a scenario. */
export function needsScript(course: Course): boolean {
  const things = course.does.length + Number(course.end !== 'completes');
  return things > 1 || things > scenariosOf(course).length;
}

/** Whether a turn asks something on its way, if its mode lets it. */
export function asks(course: Course): boolean {
  return actionsOf(course).some((action) => action.asks);
}

/** Whether nothing that a turn does is that of a scenario. */
export function hasActsOnly(course: Course): boolean {
  return actionsOf(course).every(({ does }) => typeof does !== 'string');
}

/** The turn that has a course. @param isScripted whether the model obeys scripts */
export function turnOf(t: CheckContext, course: Course, isScripted: boolean): Turn {
  if (isScripted) return turnOfCourse(t, actionsOf(course), ENDS[course.end]);
  const [scenario] = scenariosOf(course);
  return scenario === undefined ? t.plain() : t.scenario(scenario);
}

function actionsOf({ does }: Course): readonly TurnAction[] {
  return does.map((name) => known.get(name) as TurnAction);
}
