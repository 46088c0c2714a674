import type { Need, RequirementId } from '../../../generated/ids.d.ts';
import type { CheckContext } from '../suite/check-kit/context.ts';
import type { World } from './world.ts';

/** One thing that a client does, as plain data that can be printed, stored in a file and run again. */
export interface Step {
  /** The name of the action. */
  readonly do: string;
  /** The target of the action, such as a chat by its letter, and the chosen values. */
  readonly [member: string]: StepValue;
}

export type StepValue = string | number | boolean | readonly string[];

/** A kind of step. */
export interface Action {
  readonly name: string;
  /** How often the action is chosen, relative to the others. */
  readonly weight: number;
  /** The requirements that the action checks. */
  readonly requirements: readonly RequirementId[];
  /** Whether the action creates something that other steps use. */
  readonly makes?: boolean;
  /** How long the action waits on purpose, in milliseconds of the service's time. */
  readonly waits?: number;
  /** What the profile must have for the action. */
  readonly needs?: readonly Need[];
  /** The members that are chosen freely, each with its values, simplest first. */
  readonly choices?: Readonly<Record<string, readonly StepValue[]>>;
  /** Whether the values of a step can be combined. */
  fits?(step: Step): boolean;
  /** The steps that are possible now, without the members that are chosen freely. */
  offer(world: World): readonly Target[];
  /** What the profile must have for one step, beyond the needs of the action. */
  needsOf?(step: Step): readonly Need[];
  /** The part of the service without which no such step is possible, as profiles call it in `absent`. */
  readonly part?: string;
  /** What the step lacks if the model follows no scripts, in words; undefined if the profile has a scenario for it. */
  lacksUnscripted?(step: Step, world: World): string | undefined;
  /** Sends the requests, checks the results, and records them in the world. */
  take(t: CheckContext, world: World, step: Step): Promise<void>;
  /** Other steps that may show the same. */
  plainer?(step: Step): readonly Step[];
  /** Describes what the client does. */
  describe(step: Step): string;
}

/** The target of a step, by name. */
export type Target = Readonly<Record<string, StepValue>>;

/** The value of a member, as text. */
export function textOf(step: Step, member: string): string {
  return String(step[member] ?? '');
}
