import type { OpenPointId, OperationId } from '../../../generated/ids.d.ts';
import { isRefusalStatus } from '../judge/status.ts';
import type { RunFacts } from './run-facts.ts';
import type { Seen } from './seen.ts';

export type Test = (seen: Seen, run: RunFacts) => boolean;

/** A reading that the contract does not list. Its evidence says what the server answered instead. */
export const OTHER = 'other';

/**
 * One question of an open point, and how an exchange answers it. The readings of one question exclude each other; those of different questions
 * of a point do not.
 */
export interface Question {
  readonly point: OpenPointId;
  /** The operations whose exchanges can answer it; all if absent. */
  readonly on?: readonly (OperationId | undefined)[];
  /** Whether an exchange asks the question; always if absent. */
  readonly when?: Test;
  /** For each reading, whether the exchange shows it. The first that does counts. */
  readonly readings: Readonly<Record<string, Test>>;
  /**
   * Readings that speak of all exchanges, the weakest first: each holds only as long as no exchange shows a reading that is not listed before
   * it.
   */
  readonly unless?: readonly string[];
  /** Whether a server can follow several of the readings together. */
  readonly mayCombine?: boolean;
}

/** The readings that an exchange shows. */
export function readingsIn(
  { on, when, readings, mayCombine }: Question,
  seen: Seen,
  run: RunFacts,
): readonly string[] {
  if ((on && !on.includes(seen.operation)) || (when && !when(seen, run))) return [];
  const shown = Object.keys(readings).filter((key) => readings[key]?.(seen, run));
  return mayCombine ? shown : shown.slice(0, 1);
}

export const isSuccess: Test = (seen) => seen.isSuccess;
export const isAccepted: Test = (seen) => seen.isAccepted;
export const isRefused: Test = (seen) => seen.isRefused;
export const is4xx: Test = (seen) => isRefusalStatus(seen.status);
export const always: Test = () => true;

/** The answer has this status. */
export function status(wanted: number): Test {
  return (seen) => seen.status === wanted;
}

/** The answer is a failure with this code. */
export function code(wanted: string): Test {
  return (seen) => seen.code === wanted;
}

export function both(one: Test, other: Test): Test {
  return (seen, run) => one(seen, run) && other(seen, run);
}
