import type { Runtime } from '../../../src/client/runtime.ts';
import type { VirtualClock } from '../../reference/virtual-clock.ts';

/** How far the clock goes at once. Short beside every wait of the client and of the service, in milliseconds. */
const STEP = 500;
const HOUR = 3_600_000;

/** Winds the clock until the promise has settled. @throws when the clock has gone on by `limit` milliseconds and it has not */
export async function settle<Value>(
  clock: VirtualClock,
  promise: Promise<Value>,
  limit = 2 * HOUR,
): Promise<Value> {
  const end = clock.now() + limit;
  let isSettled = false;
  const note = () => {
    isSettled = true;
  };
  promise.then(note, note);
  await clock.advance(0);
  while (!isSettled) {
    if (clock.now() >= end) throw new Error(`nothing came of it within ${limit} ms`);
    await clock.advance(STEP);
  }
  return promise;
}

/** The time of that clock, and chance that is always the same: every pause is three quarters of the whole. */
export function runtimeOf(clock: VirtualClock): Runtime {
  return {
    now: () => clock.now(),
    after: (wait, callback) => clock.after(wait, callback),
    random: () => 0.5,
  };
}
