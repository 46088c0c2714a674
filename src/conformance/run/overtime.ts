import { throwIfStopped } from '../drive/stoppable-transport.ts';
import type { Check } from '../suite/check-kit/check.ts';
import type { CheckRun } from '../verdict/outcome.ts';
import type { RunCheckParts } from './run-check.ts';

/**
 * The least time that a check which waits has besides its wait, in milliseconds of the real clock: the patience of a check with one event,
 * and a minute for its requests. Without an end, a target that sends pings for ever would let a check with a question take many times its
 * wait.
 */
const LEAST_OVERTIME = 240_000;
/** The share of a long wait by which a check may go on to look for what is late. */
const TOLERANCE = 1 / 2;

/** Waits from this length on bind a check, in milliseconds of the real clock. The time of other checks depends on the turns of the target. */
const LONG_WAIT = 5000;

/** Whether a check that waits has outlasted its wait after this time, in milliseconds of the real clock. */
export function isOvertime({ waits = 0 }: Check, elapsed: number, timeScale: number): boolean {
  return waits / timeScale >= LONG_WAIT && elapsed > waits / timeScale;
}

/** Runs a check, and ends it when it is far past its wait. It is incomplete then, since a stopped check proves nothing. */
export async function withinTime(
  check: Check,
  run: RunCheckParts,
  work: (check: Check, run: RunCheckParts) => Promise<CheckRun>,
): Promise<CheckRun> {
  const { waits = 0 } = check;
  const wait = waits / run.profile.timers.timeScale;
  if (wait < LONG_WAIT) return work(check, run);
  const overtime = Math.max(LEAST_OVERTIME, wait * TOLERANCE);
  const over = new AbortController();
  const cancel = run.transport.clock.after(wait + overtime, () => over.abort());
  const stop = AbortSignal.any([run.stop, over.signal]);
  const sleep = async (duration: number, until?: AbortSignal) => {
    await run.sleep(duration, until ? AbortSignal.any([until, over.signal]) : stop);
    throwIfStopped(stop);
  };
  const outcome = await work(check, { ...run, stop, sleep }).finally(cancel);
  if (outcome.status !== 'incomplete' || !over.signal.aborted || run.stop.aborted) return outcome;
  const [waited, late] = [wait, overtime].map((time) => `${Math.ceil(time / 1000)} s`);
  return {
    ...outcome,
    isTransportFailure: false,
    reason: `it was still not over ${late} after its wait of ${waited}`,
  };
}
