/** What tells the time and rings. Everything that waits goes through it, so that tests wind it and `--time-scale` shortens it. */
export interface Clock {
  /** The moment, in milliseconds since the epoch. Never scaled: it stamps what the service says. */
  now(): number;
  /** Calls back once, after a duration of the service's own time in milliseconds. Returns what stops it. */
  after(duration: number, callback: () => void): () => void;
}

/** The machine's clock, with every duration divided by the time scale. */
export function systemClock(timeScale = 1): Clock {
  return {
    now: Date.now,
    after(duration, callback) {
      const timer = setTimeout(callback, duration / timeScale);
      return () => clearTimeout(timer);
    },
  };
}

/** Waits for a duration in milliseconds. @throws the signal's reason when it is aborted first. */
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
