/** What the client needs from its JavaScript runtime besides `fetch`. Tests replace it to control time and randomness. */
export interface Runtime {
  /** Milliseconds since a fixed moment. Never goes back. */
  now(): number;
  /** Calls back after this many milliseconds, or never for Infinity. Returns a function that cancels the call. */
  after(milliseconds: number, callback: () => void): () => void;
  /** A random number of at least 0 and below 1. */
  random(): number;
}

/** Milliseconds. `setTimeout` fires at once when it is given a longer time. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemRuntime: Runtime = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (left: number) => {
      const end = () => (left > LONGEST_TIMER ? wait(left - LONGEST_TIMER) : callback());
      timer = setTimeout(end, Math.min(left, LONGEST_TIMER));
    };
    wait(milliseconds);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** Calls back when the signal is aborted, at once if it is already. Returns a function that prevents the call. */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) callback();
  else signal.addEventListener('abort', callback, { once: true });
  return () => signal.removeEventListener('abort', callback);
}

/**
 * Waits this many milliseconds.
 * @throws the signal's reason as soon as the signal is aborted.
 */
export function wait(runtime: Runtime, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopTimer = runtime.after(milliseconds, () => {
      stopListening();
      resolve();
    });
    const stopListening = onAbort(signal, () => {
      stopTimer();
      reject(signal.reason);
    });
  });
}
