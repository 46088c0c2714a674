import type { Clock } from './clock.ts';

/**
 * The time during which some work runs, such as a turn or the call of a tool. Timers, questions and calls that belong to the work are
 * created through its lifetime. They end with it, so none of them can outlive the work.
 */
export class Lifetime {
  readonly #controller = new AbortController();
  /** Absent while nothing is owned, since thousands of turns run at once. */
  #owned: Set<() => void> | undefined;

  /** Aborted when the lifetime ends, with the reason that `end` gets. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Registers a function that ends something. It is called once: when the lifetime ends, or immediately if it has already ended.
   *
   * @returns a function that removes the registration, for something that has ended by itself
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

  /** Calls back once after a duration, unless the lifetime ends first. @returns a function that cancels the callback */
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

  /** Begins an inner lifetime. It ends at the latest with this one, and then for the same reason. */
  begin(): Lifetime {
    const inner = new Lifetime();
    const giveUp = this.own(() => inner.end(this.signal.reason));
    inner.own(giveUp);
    return inner;
  }

  /** Ends everything that belongs to this lifetime, the latest first. Later calls have no effect. */
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
