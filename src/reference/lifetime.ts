import type { Clock } from './clock.ts';

/**
 * The time during which some work runs, such as a turn or the call of a tool. Timers, questions and calls that belong to the work are
 * made through its lifetime and end with it, so that none of them can outlive it.
 */
export class Lifetime {
  readonly #controller = new AbortController();
  /** Absent while nothing is owned, since thousands of turns run at once. */
  #owned: Set<() => void> | undefined;

  /** Aborted when the lifetime ends. The reason is that of the end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Makes a function end with this lifetime: it is called once, when the lifetime ends, or at once if it has ended.
   *
   * @returns a function that gives it up, for what has ended by itself
   */
  own(end: () => void): () => void {
    if (this.signal.aborted) {
      end();
      return () => {};
    }
    this.#owned ??= new Set();
    this.#owned.add(end);
    return () => this.#owned?.delete(end);
  }

  /** Calls back once after a duration, unless the lifetime ends before. @returns a function that cancels the callback */
  after(clock: Clock, duration: number, callback: () => void): () => void {
    if (this.signal.aborted) return () => {};
    const stop = clock.after(duration, () => {
      giveUp();
      callback();
    });
    const giveUp = this.own(stop);
    return () => {
      giveUp();
      stop();
    };
  }

  /** Begins a lifetime that ends with this one, for the same reason, or before. */
  begin(): Lifetime {
    const inner = new Lifetime();
    const giveUp = this.own(() => inner.end(this.signal.reason));
    inner.own(giveUp);
    return inner;
  }

  /** Ends everything that belongs to this lifetime, the latest first. Only the first reason counts. */
  end(reason: unknown): void {
    if (this.signal.aborted) return;
    this.#controller.abort(reason);
    const owned = [...(this.#owned ?? [])].reverse();
    this.#owned = undefined;
    const errors: unknown[] = [];
    for (const end of owned) {
      try {
        end();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
