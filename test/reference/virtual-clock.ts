import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/reference/clock.ts';

/** A clock that stands still until it is advanced. */
export interface VirtualClock extends Clock {
  /** The number of waiting callbacks. It is zero at the end of a test that leaves no timer behind. */
  readonly pending: number;
  /**
   * Advances by a duration in milliseconds and makes the callbacks that become due, including those requested on the
   * way. They run in order of their due times, each at its own time, and code that awaits one runs before the next.
   * Overlapping calls of `advance` run one after the other.
   *
   * @throws any error of a callback
   */
  advance(duration: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Creates a clock that starts at `start`, in milliseconds since the epoch. */
export function createVirtualClock(start = Date.UTC(2026, 0, 1)): VirtualClock {
  const timers = new Set<Timer>();
  let now = start;
  let last: Promise<unknown> = Promise.resolve();

  const run = async (duration: number) => {
    const end = now + duration;
    for (;;) {
      // One round of the event loop runs all ready work, through any number of promises.
      await setImmediate();
      const next = findNext(timers);
      if (!next || next.at > end) break;
      timers.delete(next);
      now = Math.max(now, next.at);
      next.callback();
    }
    now = end;
  };

  return {
    now: () => now,
    after(duration, callback) {
      const timer = { at: now + Math.max(duration, 0), callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    get pending() {
      return timers.size;
    },
    advance(duration) {
      if (!(duration >= 0)) throw new RangeError(`a clock goes forward, and not by ${duration} ms`);
      const done = last.then(() => run(duration));
      last = done.catch(() => undefined);
      return done;
    },
  };
}

/** The callback that is due first; of two at the same time, the one that was requested first. */
function findNext(timers: ReadonlySet<Timer>): Timer | undefined {
  let next: Timer | undefined;
  for (const timer of timers) if (!next || timer.at < next.at) next = timer;
  return next;
}
