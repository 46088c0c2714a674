/** What the client needs from its JavaScript runtime besides `fetch`. Tests replace it to control time and chance. */
export interface Runtime {
  /** Milliseconds since a fixed moment. Never goes back. */
  now(): number;
  /** Calls back after so many milliseconds. Returns a function that cancels the call. */
  after(milliseconds: number, callback: () => void): () => void;
  /** A random number of at least 0 and below 1. */
  random(): number;
}

export const systemRuntime: Runtime = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/**
 * Waits that many milliseconds.
 * @throws the signal's reason as soon as the signal is aborted.
 */
export function wait(runtime: Runtime, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = runtime.after(milliseconds, () => {
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
