import type { Runtime } from '../../../src/client/runtime.ts';
import type { VirtualClock } from '../../reference/virtual-clock.ts';

/** How far each step advances the clock, in milliseconds. Shorter than every wait of the client and of the service. */
const STEP = 500;
const HOUR = 3_600_000;

/**
 * Advances the clock until the promise has settled, and returns its result.
 * @throws when the promise has not settled after `limit` milliseconds of that clock
 */
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
    if (clock.now() >= end) throw new Error(`the promise did not settle within ${limit} ms`);
    await clock.advance(STEP);
  }
  return promise;
}

/** A runtime with this clock and a constant random number, which makes every pause three quarters of its maximum. */
export function runtimeOf(clock: VirtualClock): Runtime {
  return {
    now: () => clock.now(),
    after: (wait, callback) => clock.after(wait, callback),
    random: () => 0.5,
  };
}
