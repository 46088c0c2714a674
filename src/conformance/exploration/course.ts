import type { Need, ScenarioName } from '../../../generated/ids.d.ts';
import type { Turn } from '../drive/actor.ts';
import {
  type End as EndOfCourse,
  TURN_ACTIONS,
  type TurnAction,
  turnOfCourse,
} from '../suite/check-kit/composed-turn.ts';
import type { CheckContext } from '../suite/check-kit/context.ts';

const TWO_APPROVALS: TurnAction = {
  name: 'two-approvals',
  phrase: 'delegates to two agents that ask to use a tool each',
  does: 'agents_two_actions',
  asks: true,
};
/** The actions that a turn in a sequence can do, by name. */
const known = new Map([...TURN_ACTIONS, TWO_APPROVALS].map((action) => [action.name, action]));

export const TURN_ACTION_NAMES: readonly string[] = [...known.keys()];

/** How a turn in a sequence ends. A turn that holds does nothing until it is cancelled. */
const ENDS = {
  completes: 'completed',
  holds: 'cancelled',
  fails: 'outage',
} as const satisfies Readonly<Record<string, EndOfCourse>>;

export type End = keyof typeof ENDS;

const ENDS_IN_WORDS: Readonly<Record<string, string>> = {
  completes: 'completes',
  holds: 'does nothing until it is cancelled',
  fails: 'fails',
} satisfies Record<End, string>;

/** What a turn does, in words: `uses a tool, then completes`. */
export function describeCourse(does: readonly string[], end: string): string {
  return [...does.map((name) => known.get(name)?.phrase ?? name), ENDS_IN_WORDS[end] ?? end].join(', then ');
}

/** What a turn does, and how it ends. */
export interface Course {
  readonly does: readonly string[];
  readonly end: End;
}

/** The scenarios of the profile that a turn performs. */
function scenariosOf(course: Course) {
  const own = actionsOf(course).flatMap(({ does }) => (typeof does === 'string' ? [does] : []));
  return course.end === 'fails' ? [...own, 'upstream_failure' as const] : own;
}

/** What a turn needs from the profile. */
export function needsOfCourse(course: Course): readonly Need[] {
  return scenariosOf(course).map((name) => `scenario:${name}` as const);
}

/** What only a script makes a model do. */
export const SCRIPT = 'a model that follows scripts';

/**
 * What a turn lacks if the model follows no scripts. Such a turn can do a single thing, and only what a scenario does.
 *
 * @param holding the scenario of a turn that holds, if the profile has one
 */
export function lackOfCourse(course: Course, holding: ScenarioName | undefined): string | undefined {
  const things = course.does.length + Number(course.end !== 'completes');
  const played = course.end === 'holds' && holding ? [holding] : scenariosOf(course);
  if (things <= 1 && things <= played.length) return undefined;
  return things === 1 && course.end === 'holds' ? 'scenario:endless_turn' : SCRIPT;
}

/** Whether a turn asks something, if its permission mode allows it. */
export function asks(course: Course): boolean {
  return actionsOf(course).some((action) => action.asks);
}

/** Whether none of the turn's actions is a scenario. */
export function hasActsOnly(course: Course): boolean {
  return actionsOf(course).every(({ does }) => typeof does !== 'string');
}

/** Composes the turn for a course: with a script if the model follows scripts, or else the scenario that does what it has to do. */
export function turnOf(
  t: CheckContext,
  course: Course,
  { isScripted, holding }: { readonly isScripted: boolean; readonly holding: ScenarioName | undefined },
): Turn {
  if (isScripted) return turnOfCourse(t, actionsOf(course), ENDS[course.end]);
  const [scenario = course.end === 'holds' ? holding : undefined] = scenariosOf(course);
  return scenario === undefined ? t.plain() : t.scenario(scenario);
}

function actionsOf({ does }: Course): readonly TurnAction[] {
  return does.map((name) => known.get(name) as TurnAction);
}
