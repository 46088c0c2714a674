import { clearTimeout, setTimeout } from 'node:timers';

/** The longest delay that a timer accepts, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The abort reason of a run that took too long. */
class OverdueError extends Error {
  readonly code = 'overdue';
}

export interface Deadline {
  /** Aborted when the time is over, or together with the given signal. */
  readonly signal: AbortSignal;
  /** Stops the clock. */
  end(): void;
}

/**
 * Starts the deadline of a whole run. It covers the first request too, because a target may never answer it.
 *
 * @param duration in milliseconds of the real clock; unlimited if absent
 */
export function startDeadline(
  duration = Number.POSITIVE_INFINITY,
  signal: AbortSignal = new AbortController().signal,
): Deadline {
  const overdue = new AbortController();
  const message = `the run was given up: it was not over after ${duration / 1000} s (--max-duration)`;
  const clock = setTimeout(() => overdue.abort(new OverdueError(message)), Math.min(duration, LONGEST_TIMER));
  return { signal: AbortSignal.any([signal, overdue.signal]), end: () => clearTimeout(clock) };
}

/** Says why a signal ended a run. */
export function describeStop({ reason }: AbortSignal): string {
  return reason instanceof OverdueError ? reason.message : 'the run was stopped';
}
