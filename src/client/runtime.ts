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

/**
 * Why the client has aborted its own signals. On older runtimes, such as React Native, a signal has no `reason`, and `abort` ignores its
 * argument.
 */
const reasons = new WeakMap<AbortSignal, unknown>();

/** Aborts for a reason. The first reason stays. */
export function abort(controller: AbortController, reason?: unknown): void {
  if (!controller.signal.aborted) reasons.set(controller.signal, reason);
  controller.abort(reason);
}

/** Why this signal is aborted. An AbortError if it is a caller's, and the runtime keeps no reasons. */
export function reasonOf(signal: AbortSignal): unknown {
  const { reason = Object.assign(new Error('aborted'), { name: 'AbortError' }) } = signal;
  return reasons.get(signal) ?? reason;
}

/** Calls back with the reason when the signal is aborted, at once if it is already. Returns a function that prevents the call. */
export function onAbort(signal: AbortSignal, callback: (reason: unknown) => void): () => void {
  const tell = () => callback(reasonOf(signal));
  if (signal.aborted) tell();
  else signal.addEventListener('abort', tell, { once: true });
  return () => signal.removeEventListener('abort', tell);
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
    const stopListening = onAbort(signal, (reason) => {
      stopTimer();
      reject(reason);
    });
  });
}
