/** The time source of a run. Everything in the suite that measures or waits uses it. */
export interface RunClock {
  /** A monotonic time in milliseconds. */
  now(): number;
  /** The time since the epoch in milliseconds, for comparing with HTTP dates. */
  wall(): number;
  /** Calls back once after a duration in milliseconds. Returns a function that cancels the callback. */
  after(duration: number, callback: () => void): () => void;
  /** Whether time passes only when there is nothing to do. Then no standstill can happen. */
  readonly isVirtual?: boolean;
}

/** The system clock. */
export const machineClock: RunClock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  after(duration, callback) {
    const timer = setTimeout(callback, duration);
    return () => clearTimeout(timer);
  },
};

/** Waits for a duration in milliseconds. @throws the signal's reason when it is aborted first */
export function pause(clock: RunClock, duration: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const giveUp = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(duration, () => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    });
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}
