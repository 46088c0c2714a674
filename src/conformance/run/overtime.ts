import type { Check } from '../suite/check-kit/check.ts';
import type { CheckRun } from '../verdict/outcome.ts';
import type { RunCheckParts } from './run-check.ts';
import { limitTime } from './time-limit.ts';

/**
 * The least time that a waiting check has on top of its wait, in milliseconds of the real clock. It covers the check's patience for one
 * event and a minute of requests. Without this limit, a target that sends pings for ever could stretch a check to many times its wait.
 */
const LEAST_OVERTIME = 240_000;
/** The extra time that a check with a long wait has to look for something late, as a share of the wait. */
const TOLERANCE = 1 / 2;

/**
 * Only checks with a wait of at least this long have a time limit, in milliseconds of the real clock. The duration of other checks depends
 * on how long the target's turns take.
 */
const LONG_WAIT = 5000;

/** Whether the elapsed time, in milliseconds of the real clock, is longer than a waiting check's wait. */
export function isOvertime({ waits = 0 }: Check, elapsed: number, timeScale: number): boolean {
  return waits / timeScale >= LONG_WAIT && elapsed > waits / timeScale;
}

/** Runs a check, and stops it when it is far past its wait. A stopped check is incomplete, since it proves nothing. */
export async function withinTime<Parts extends RunCheckParts>(
  check: Check,
  run: Parts,
  work: (check: Check, run: Parts) => Promise<CheckRun>,
): Promise<CheckRun> {
  const { waits = 0 } = check;
  const wait = waits / run.profile.timers.timeScale;
  if (wait < LONG_WAIT) return work(check, run);
  const overtime = Math.max(LEAST_OVERTIME, wait * TOLERANCE);
  const { parts, isOver, lift } = limitTime(run, wait + overtime);
  const outcome = await work(check, parts).finally(lift);
  if (outcome.status !== 'incomplete' || !isOver() || run.stop.aborted) return outcome;
  const [waited, late] = [wait, overtime].map((time) => `${Math.ceil(time / 1000)} s`);
  return {
    ...outcome,
    failure: undefined,
    reason: `it was still not over ${late} after its wait of ${waited}`,
  };
}
