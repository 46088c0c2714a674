/** The source of time and timers. Every wait uses it, so that tests can advance it and `--time-scale` can shorten it. */
export interface Clock {
  /** The time in milliseconds since the epoch. It is never scaled, since it becomes the timestamps of messages. */
  now(): number;
  /** Calls back once after a duration in milliseconds, before scaling. Returns a function that cancels the callback. */
  after(duration: number, callback: () => void): () => void;
}

/** The system clock. Every duration is divided by the time scale. */
export function systemClock(timeScale = 1): Clock {
  return {
    now: Date.now,
    after(duration, callback) {
      const timer = setTimeout(callback, duration / timeScale);
      return () => clearTimeout(timer);
    },
  };
}

/** Waits for a duration in milliseconds. @throws the signal's reason when it is aborted first */
export function pause(clock: Clock, duration: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = clock.after(duration, () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    });
    const giveUp = () => {
      stop();
      reject(signal.reason);
    };
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
