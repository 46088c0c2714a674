/** The timer that every wait of the rig uses, so that tests can advance it and `--time-scale` can shorten it. */
export interface Clock {
  /** Calls back once after a duration in milliseconds. Returns a function that cancels the callback. */
  after(duration: number, callback: () => void): () => void;
}

/** The system clock. Every duration is divided by the time scale. */
export function systemClock(timeScale = 1): Clock {
  return {
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
    const giveUp = () => {
      stop();
      reject(signal.reason);
    };
    const stop = clock.after(duration, () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    });
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

/** Waits until the signal is aborted. @throws the signal's reason */
export function waitForAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Calls back at a regular interval in milliseconds. Returns a function that stops it. */
export function every(clock: Clock, interval: number, callback: () => void): () => void {
  let stop = () => {};
  const ring = () => {
    stop = clock.after(interval, () => {
      ring();
      callback();
    });
  };
  ring();
  return () => stop();
}
