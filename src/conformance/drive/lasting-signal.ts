import type { RunClock } from './run-clock.ts';

/**
 * Follows a signal late. A request that creates something is not cut off at once when the run stops, since what it created would then remain
 * unknown.
 */
export class LastingSignal {
  readonly #controller = new AbortController();
  readonly #stop: AbortSignal;
  readonly #onStop: () => void;
  #cancel = () => {};
  #isAnswered = false;

  /** @param time how long after `stop` the request may go on, in milliseconds of the real clock */
  constructor(stop: AbortSignal, clock: RunClock, time: number) {
    this.#stop = stop;
    this.#onStop = () => {
      if (this.#isAnswered) this.#controller.abort();
      else this.#cancel = clock.after(time, () => this.#controller.abort());
    };
    if (stop.aborted) this.#onStop();
    else stop.addEventListener('abort', this.#onStop, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Called when the answer says nothing more about what was created. From now on, the signal is followed at once. */
  noteAnswer(): void {
    this.#isAnswered = true;
    this.#cancel();
    if (this.#stop.aborted) this.#controller.abort();
  }

  /** Called when the request is over. */
  release(): void {
    this.#cancel();
    this.#stop.removeEventListener('abort', this.#onStop);
  }
}
