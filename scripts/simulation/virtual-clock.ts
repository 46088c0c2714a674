import { AsyncLocalStorage } from 'node:async_hooks';
import TinyQueue from 'tinyqueue';
import type { RunClock } from '../../src/conformance/drive/run-clock.ts';
import type { Clock } from '../../src/reference/clock.ts';
import type { Random } from '../test/random.ts';
import { untilIdle } from './idleness.ts';

export interface VirtualClockOptions {
  /** The first moment, in milliseconds since the epoch. */
  readonly start?: number;
  /** Orders callbacks that are due in the same millisecond. Without it, they run in the order in which they were requested. */
  readonly random?: Random | undefined;
}

interface Timer {
  readonly at: number;
  /** Decides between callbacks due in the same millisecond. */
  readonly rank: number;
  /** Undefined after it was called or cancelled. */
  callback: (() => void) | undefined;
}

/** Thrown when a run waits for something that no timer can cause. */
class StuckError extends Error {
  readonly code = 'stuck';
}

/** How often the machine is checked, a few milliseconds apart, before a run counts as stuck. */
const LOOKS = 200;
const LOOK = 5;

/**
 * A clock whose time passes only when there is nothing to do. It is the only time source for everything in a simulation. Its times and
 * durations are whole milliseconds.
 */
export class VirtualClock implements Clock, RunClock {
  readonly isVirtual = true;
  readonly #timers = new TinyQueue<Timer>([], (one, other) => one.at - other.at || one.rank - other.rank);
  readonly #random: Random | undefined;
  #now: number;
  #requests = 0;
  #pending = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ start = Date.UTC(2026, 0, 1), random }: VirtualClockOptions = {}) {
    this.#now = start;
    this.#random = random;
  }

  /** Milliseconds since the epoch. */
  readonly now = (): number => this.#now;
  readonly wall = this.now;
  readonly elapsed = this.now;

  /** Calls back in the asynchronous context of the caller, as Node's timers do. Returns a function that cancels the callback. */
  readonly after = (duration: number, callback: () => void): (() => void) =>
    this.deliver(duration, AsyncLocalStorage.bind(callback));

  /** The same without a context, like arriving bytes. */
  deliver(duration: number, callback: () => void): () => void {
    this.#requests += 1;
    this.#pending += 1;
    const at = this.#now + (duration > 0 ? Math.ceil(duration) : 0);
    const timer: Timer = { at, rank: this.#random?.next() ?? this.#requests, callback };
    this.#timers.push(timer);
    return () => {
      if (timer.callback) this.#pending -= 1;
      timer.callback = undefined;
    };
  }

  /** The number of pending callbacks. Zero at the end of a test that leaves no timer behind. */
  get pending(): number {
    return this.#pending;
  }

  /**
   * Advances by a duration in milliseconds and runs the callbacks that become due, including those requested on the way, each at its own
   * time. Overlapping calls run one after another.
   *
   * @throws any error of a callback
   */
  advance(duration: number): Promise<void> {
    if (!(duration >= 0)) throw new RangeError(`a clock goes forward, and not by ${duration} ms`);
    const done = this.#last.then(() => this.#advanceTo(this.#now + duration));
    this.#last = done.catch(() => undefined);
    return done;
  }

  /**
   * Lets time pass until some work is done.
   *
   * @throws StuckError when nothing can make progress, and any error of the work or of a callback
   */
  async drive<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    for (let looks = 0; !isOver; ) {
      await untilIdle();
      if (isOver) break;
      if (this.#fire(Number.MAX_SAFE_INTEGER)) looks = 0;
      else if (looks === LOOKS) throw new StuckError('the run waits, and no timer of it is left');
      else {
        looks += 1;
        await new Promise((resolve) => realTimeout(resolve, LOOK));
      }
    }
    return work;
  }

  async #advanceTo(end: number): Promise<void> {
    do await untilIdle();
    while (this.#fire(end));
    this.#now = end;
  }

  /** Runs the next callback that is due by a given time. @returns whether there was one */
  #fire(end: number): boolean {
    for (let next = this.#timers.peek(); next && next.at <= end; next = this.#timers.peek()) {
      this.#timers.pop();
      const { callback } = next;
      if (!callback) continue;
      next.callback = undefined;
      this.#pending -= 1;
      this.#now = Math.max(this.#now, next.at);
      callback();
      return true;
    }
    return false;
  }
}

/** The real timer, since a simulation replaces the global one. */
const realTimeout = setTimeout;
