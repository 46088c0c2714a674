import type { Need, RequirementId } from '../../../generated/ids.d.ts';
import type { CheckContext } from '../suite/check-kit/context.ts';
import type { World } from './world.ts';

/** One thing that a client does, as plain data: it is printed, kept in a file, and taken again. */
export interface Step {
  /** The name of the action. */
  readonly do: string;
  /** What it is done to, such as a chat by its letter, and how. */
  readonly [member: string]: StepValue;
}

export type StepValue = string | number | boolean | readonly string[];

/** A kind of step. */
export interface Action {
  readonly name: string;
  /** How often it is chosen, in relation to the others. */
  readonly weight: number;
  /** What it claims. */
  readonly requirements: readonly RequirementId[];
  /** Whether it makes something that other steps are about. */
  readonly makes?: boolean;
  /** How long it waits on purpose, in milliseconds of the service's time. */
  readonly waits?: number;
  /** What the profile must have for it. */
  readonly needs?: readonly Need[];
  /** The members that are chosen freely, each with its values, the plainest first. */
  readonly choices?: Readonly<Record<string, readonly StepValue[]>>;
  /** Whether the values of a step go together. */
  fits?(step: Step): boolean;
  /** The steps that are possible now, without the members that are chosen freely. */
  offer(world: World): readonly Target[];
  /** What a step needs of the profile beyond what its action needs. */
  needsOf?(step: Step): readonly Need[];
  /** Whether a step needs a model that obeys scripts. */
  needsScript?(step: Step): boolean;
  /** Sends the requests, claims what must come of them, and notes in the world what came. */
  take(t: CheckContext, world: World, step: Step): Promise<void>;
  /** Says what the client does, for a person. */
  describe(step: Step): string;
}

/** What a step is done to. */
export type Target = Readonly<Record<string, StepValue>>;

/** The value of a member, as text. */
export function textOf(step: Step, member: string): string {
  return String(step[member] ?? '');
}
