/** The source of time and timers. Every wait uses it, so that tests can advance it and `--time-scale` can shorten it. */
export interface Clock {
  /**
   * The time in milliseconds since the epoch. It is never scaled, because messages are timestamped with it. It never goes back, because the
   * order and the durations of messages are computed from it.
   */
  now(): number;
  /** Whole milliseconds since an arbitrary moment. Use it to measure durations: it does not jump when the machine's clock is set. */
  elapsed(): number;
  /** Calls back once after a duration in milliseconds, before scaling. Returns a function that cancels the callback. */
  after(duration: number, callback: () => void): () => void;
}

/** The two sources of the system clock, in milliseconds. */
export interface TimeSources {
  /** The machine's time since the epoch. It can be set back. */
  wall(): number;
  /** The time since an arbitrary moment. It never goes back. */
  elapsed(): number;
}

const MACHINE: TimeSources = { wall: Date.now, elapsed: () => performance.now() };

/**
 * The system clock. Every duration is divided by the time scale. If the machine's clock is set back, this clock runs on from the time
 * that it had reached, until the machine's clock shows a later time.
 *
 * @param from the earliest time that the clock may return: the latest time in the stored state
 */
export function systemClock(timeScale = 1, from = 0, { wall, elapsed }: TimeSources = MACHINE): Clock {
  let time = from;
  let at = elapsed();
  return {
    now() {
      const machine = wall();
      const here = elapsed();
      time = machine >= time ? machine : time + (here - at);
      at = here;
      return Math.floor(time);
    },
    elapsed: () => Math.floor(elapsed()),
    after(duration, callback) {
      const timer = setTimeout(callback, duration / timeScale);
      // A bound method takes half the memory of a closure, and every silent stream has three timers.
      return timer[Symbol.dispose].bind(timer);
    },
  };
}
