import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/reference/clock.ts';

/** A clock that stands still until it is advanced. */
export interface VirtualClock extends Clock {
  /** How many calls are waiting. Zero at the end of a test that leaves no timer behind. */
  readonly pending: number;
  /**
   * Goes on by a duration in milliseconds and makes the calls that fall due, those included that are only asked for on the way:
   * in the order of their moments, each at its own moment, and what awaits one runs before the next. Two that overlap run one
   * after the other. @throws what a call throws
   */
  advance(duration: number): Promise<void>;
}

interface Ring {
  readonly at: number;
  readonly callback: () => void;
}

/** Makes a clock that shows `start`, in milliseconds since the epoch. */
export function createVirtualClock(start = Date.UTC(2026, 0, 1)): VirtualClock {
  const rings = new Set<Ring>();
  let now = start;
  let last: Promise<unknown> = Promise.resolve();

  const goOn = async (duration: number) => {
    const end = now + duration;
    for (;;) {
      // A turn of the event loop runs everything that is ready, however many promises it goes through.
      await setImmediate();
      const next = findNext(rings);
      if (!next || next.at > end) break;
      rings.delete(next);
      now = Math.max(now, next.at);
      next.callback();
    }
    now = end;
  };

  return {
    now: () => now,
    after(duration, callback) {
      const ring = { at: now + Math.max(duration, 0), callback };
      rings.add(ring);
      return () => rings.delete(ring);
    },
    get pending() {
      return rings.size;
    },
    advance(duration) {
      if (!(duration >= 0)) throw new RangeError(`a clock goes forward, and not by ${duration} ms`);
      const done = last.then(() => goOn(duration));
      last = done.catch(() => undefined);
      return done;
    },
  };
}

/** The earliest ring; of two at one moment, the one that was asked for first. */
function findNext(rings: ReadonlySet<Ring>): Ring | undefined {
  let next: Ring | undefined;
  for (const ring of rings) if (!next || ring.at < next.at) next = ring;
  return next;
}
