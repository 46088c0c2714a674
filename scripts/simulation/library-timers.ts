import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timerPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import { pause } from '../../src/conformance/drive/run-clock.ts';
import type { VirtualClock } from './virtual-clock.ts';

type Callback = (...args: unknown[]) => void;

/** A timer object like Node's. */
class LibraryTimer {
  readonly #clock: VirtualClock;
  readonly #duration: number;
  readonly #callback: () => void;
  #cancel: () => void;

  constructor(clock: VirtualClock, duration: number, callback: () => void) {
    this.#clock = clock;
    // Node replaces an unusable duration with one millisecond.
    this.#duration = duration >= 1 && duration < 2 ** 31 ? Math.trunc(duration) : 1;
    this.#callback = callback;
    this.#cancel = clock.after(this.#duration, callback);
  }

  refresh(): this {
    this.#cancel();
    this.#cancel = this.#clock.after(this.#duration, this.#callback);
    return this;
  }

  close(): this {
    this.#cancel();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  [Symbol.dispose](): void {
    this.#cancel();
  }
}

/**
 * Makes the timers of all libraries in this thread use the given clock: those of the globals, of node:timers and of node:timers/promises,
 * and `AbortSignal.timeout`.
 *
 * @returns a function that restores them
 */
export function ownTimers(clock: VirtualClock): () => void {
  const setTimeout = (callback: Callback, duration = 1, ...args: unknown[]) =>
    new LibraryTimer(clock, duration, () => callback(...args));
  const setInterval = (callback: Callback, duration = 1, ...args: unknown[]) => {
    const interval: LibraryTimer = new LibraryTimer(clock, duration, () => {
      interval.refresh();
      callback(...args);
    });
    return interval;
  };
  const later = (duration = 1, value?: unknown, { signal }: { readonly signal?: AbortSignal } = {}) =>
    pause(clock, duration, signal).then(() => value);
  Object.defineProperty(setTimeout, promisify.custom, { value: later });
  const clear = (real: (timer: never) => void) => (timer: unknown) =>
    timer instanceof LibraryTimer ? void timer.close() : real(timer as never);
  const owned = {
    setTimeout,
    setInterval,
    clearTimeout: clear(timers.clearTimeout),
    clearInterval: clear(timers.clearInterval),
  };
  const timeout = (duration: number) => {
    const controller = new AbortController();
    clock.after(duration, () =>
      controller.abort(new DOMException('The operation timed out.', 'TimeoutError')),
    );
    return controller.signal;
  };
  const giveBack = [
    replace(globalThis, owned),
    replace(timers, owned),
    replace(timerPromises, { setTimeout: later }),
    replace(AbortSignal, { timeout }),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const give of giveBack) give();
    syncBuiltinESMExports();
  };
}

/** Replaces members of an object. @returns a function that restores the old ones */
export function replace(target: object, members: Readonly<Record<string, unknown>>): () => void {
  const before = Object.keys(members).map((name) => [name, Reflect.get(target, name)] as const);
  Object.assign(target, members);
  return () => Object.assign(target, Object.fromEntries(before));
}
