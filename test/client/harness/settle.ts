import type { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import type { Runtime } from '../../../src/client/runtime.ts';

const HOUR = 3_600_000;

/**
 * Advances the clock until the promise has settled, and returns its result.
 * @throws when the promise has not settled after `limit` milliseconds on that clock
 */
export async function settle<Value>(
  clock: VirtualClock,
  promise: Promise<Value>,
  limit = 2 * HOUR,
): Promise<Value> {
  const over = Promise.withResolvers<never>();
  const stop = clock.after(limit, () =>
    over.reject(new Error(`the promise did not settle within ${limit} ms`)),
  );
  return clock.drive(Promise.race([promise, over.promise])).finally(stop);
}

/** A runtime with this clock and a constant random number, which makes every pause three quarters of its maximum. */
export function runtimeOf(clock: VirtualClock): Runtime {
  return {
    now: () => clock.now(),
    after: (wait, callback) => clock.after(wait, callback),
    random: () => 0.5,
  };
}
