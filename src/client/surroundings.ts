/** What the client needs of the world beside `fetch`, so that tests can stand in for time and chance. */
export interface Surroundings {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** Calls back after that many milliseconds, and returns how to prevent it. */
  after(milliseconds: number, callback: () => void): () => void;
  /** A number from 0 to below 1. */
  random(): number;
}

export const realSurroundings: Surroundings = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** Waits. Rejects with the signal's reason as soon as it is aborted. */
export function wait(surroundings: Surroundings, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = surroundings.after(milliseconds, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    function abort() {
      stop();
      reject(signal.reason);
    }
    signal.addEventListener('abort', abort, { once: true });
  });
}
