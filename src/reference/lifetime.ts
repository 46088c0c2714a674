import type { Clock } from './clock.ts';

/**
 * The time during which some work runs, such as a turn or the call of a tool. Timers, questions and calls that belong to the work are
 * created through its lifetime. They end with it, so none of them can outlive the work.
 */
export class Lifetime {
  /** Absent until somebody needs a signal, since thousands of turns run at once. */
  #controller: AbortController | undefined;
  /** Absent while nothing is owned. */
  #owned: Set<() => void> | undefined;
  #isOver = false;
  #reason: unknown;

  /** Aborted when the lifetime ends, with the reason that `end` gets. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#isOver) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** What ended the lifetime; undefined before. */
  get reason(): unknown {
    return this.#reason;
  }

  /** @throws the reason that `end` got, if the lifetime has ended */
  throwIfOver(): void {
    if (this.#isOver) throw this.#reason;
  }

  /**
   * Registers a function that ends something. It is called once: when the lifetime ends, or immediately if it has already ended.
   *
   * @returns a function that removes the registration, for something that has ended by itself
   */
  own(end: () => void): () => void {
    if (this.#isOver) {
      end();
      return () => {};
    }
    this.#add(end);
    return () => this.#remove(end);
  }

  /** Calls back once after a duration, unless the lifetime ends first. @returns a function that cancels the callback */
  after(clock: Clock, duration: number, callback: () => void): () => void {
    if (this.#isOver) return () => {};
    const stop = clock.after(duration, () => {
      this.#remove(stop);
      callback();
    });
    this.#add(stop);
    return () => {
      this.#remove(stop);
      stop();
    };
  }

  /** Resolves after a duration. @throws the reason, when the lifetime ends first */
  wait(clock: Clock, duration: number): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#isOver) {
        reject(this.#reason);
        return;
      }
      const stop = clock.after(duration, () => {
        this.#remove(giveUp);
        resolve();
      });
      const giveUp = () => {
        stop();
        reject(this.#reason);
      };
      this.#add(giveUp);
    });
  }

  /** Begins an inner lifetime. It ends at the latest with this one, and then for the same reason. */
  begin(): Lifetime {
    const inner = new Lifetime();
    const giveUp = this.own(() => inner.end(this.#reason));
    inner.own(giveUp);
    return inner;
  }

  /** Ends everything that belongs to this lifetime, in the order in which it was registered. Later calls have no effect. */
  end(reason: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
    const owned = [...(this.#owned ?? [])];
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

  #add(end: () => void): void {
    this.#owned ??= new Set();
    this.#owned.add(end);
  }

  #remove(end: () => void): void {
    this.#owned?.delete(end);
  }
}
