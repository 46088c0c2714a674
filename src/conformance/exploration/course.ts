import type { FaultName, Need, ScenarioName } from '../../../generated/ids.d.ts';
import type { Turn } from '../drive/actor.ts';
import {
  type End as EndOfCourse,
  FAILOVER,
  TURN_ACTIONS,
  type TurnAction,
  turnOfCourse,
} from '../suite/check-kit/composed-turn.ts';
import type { CheckContext } from '../suite/check-kit/context.ts';
import { CLOSE_FAILURES, type FaultEnd, TIMEOUT } from '../suite/check-kit/fault-ends.ts';

const TWO_APPROVALS: TurnAction = {
  name: 'two-approvals',
  phrase: 'delegates to two agents that ask to use a tool each',
  does: 'agents_two_actions',
  asks: true,
};
/** The actions that a turn in a sequence can do, by name. */
const known = new Map([...TURN_ACTIONS, TWO_APPROVALS].map((action) => [action.name, action]));

export const TURN_ACTION_NAMES: readonly string[] = [...known.keys()];

/** How a turn in a sequence ends by itself. A turn that holds does nothing until it is cancelled. */
const ENDS = {
  completes: { last: 'completed', phrase: 'completes' },
  holds: { last: 'cancelled', phrase: 'does nothing until it is cancelled' },
  fails: { last: 'outage', phrase: 'fails' },
} as const satisfies Readonly<Record<string, { readonly last: EndOfCourse; readonly phrase: string }>>;

/** The fault of a send before which nothing was sent to a model. */
export const PRE_DISPATCH = 'pre_dispatch_error';
/** The faults under which a turn ends, each with how it fails, if the contract says that. */
const FAULTS: Readonly<Partial<Record<FaultName, FaultEnd | undefined>>> = {
  ...Object.fromEntries([...CLOSE_FAILURES, TIMEOUT].map((end) => [end.fault, end])),
  // The contract does not say which code it has.
  [PRE_DISPATCH]: undefined,
};

/** How a turn ends: by itself, or under the fault with this name. */
export type End = keyof typeof ENDS | FaultName;

export const FAULT_END_NAMES = Object.keys(FAULTS) as readonly FaultName[];

/** The fault of the send of a turn that ends in this way. */
export function faultOf(end: End): FaultName | undefined {
  return end in ENDS ? undefined : (end as FaultName);
}

/** How a turn with this course fails because of its fault. Undefined if the contract does not say, or if it may fail before. */
export function failureOf({ does, end }: Course): FaultEnd | undefined {
  // With only one provider, the turn fails when it should fail over.
  return does.includes(FAILOVER.name) ? undefined : FAULTS[end as FaultName];
}

function lastOf(end: End): EndOfCourse {
  if (end in ENDS) return ENDS[end as keyof typeof ENDS].last;
  return end === TIMEOUT.fault ? ENDS.holds.last : ENDS.completes.last;
}

/** What a turn does, in words: `uses a tool, then completes`. */
export function describeCourse(does: readonly string[], end: string): string {
  const phrase =
    end in ENDS ? ENDS[end as keyof typeof ENDS].phrase : `ends under the fault ${end.replaceAll('_', ' ')}`;
  return [...does.map((name) => known.get(name)?.phrase ?? name), phrase].join(', then ');
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
  const fault = faultOf(course.end);
  return [
    ...(fault ? [`fault:${fault}` as const] : []),
    ...scenariosOf(course).map((name) => `scenario:${name}` as const),
  ];
}

/** What only a script makes a model do. */
export const SCRIPT = 'a model that follows scripts';

/**
 * What a turn lacks if the model follows no scripts. Such a turn can do a single thing, and only what a scenario does.
 *
 * @param holding the scenario of a turn that holds, if the profile has one
 */
export function lackOfCourse(course: Course, holding: ScenarioName | undefined): string | undefined {
  const last = lastOf(course.end);
  const isHeld = last === ENDS.holds.last;
  const things = course.does.length + Number(last !== ENDS.completes.last);
  const played = isHeld && holding ? [holding] : scenariosOf(course);
  if (things <= 1 && things <= played.length) return undefined;
  return things === 1 && isHeld ? 'scenario:endless_turn' : SCRIPT;
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
  const last = lastOf(course.end);
  if (isScripted) return turnOfCourse(t, actionsOf(course), last);
  const [scenario = last === ENDS.holds.last ? holding : undefined] = scenariosOf(course);
  return scenario === undefined ? t.plain() : t.scenario(scenario);
}

function actionsOf({ does }: Course): readonly TurnAction[] {
  return does.map((name) => known.get(name) as TurnAction);
}
