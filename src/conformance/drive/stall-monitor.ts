import { clearInterval, setInterval } from 'node:timers';
import type { Delays } from '../judge/timing.ts';

/** How often our own event loop is sampled, in milliseconds. Shorter standstills go unnoticed, so every delay is at least this long. */
const TICK = 10;
/** For each period of this many milliseconds, only the longest standstill is kept. */
const SLOT = 100;

/**
 * Measures how long this process and the target stood still during a run, from gaps between ticks of our own event loop and from the
 * response times of requests that should be answered at once. There is no other way to tell a late timer from a busy machine.
 */
export class StallMonitor implements Delays {
  readonly #now: () => number;
  readonly #slots = new Map<number, number>();
  /** The same, for this process only. */
  readonly #ownSlots = new Map<number, number>();
  readonly #open = new Set<{ readonly since: number }>();
  #lastTick: number;
  #ticker: ReturnType<typeof setInterval> | undefined;

  /** @param now a monotonic clock, in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
    this.#lastTick = now();
  }

  /** Starts sampling our own event loop. */
  start(): void {
    this.#lastTick = this.#now();
    this.#ticker = setInterval(() => this.tick(), TICK);
  }

  stop(): void {
    clearInterval(this.#ticker);
    this.#ticker = undefined;
  }

  /** Records that our own event loop is running now. */
  tick(): void {
    const now = this.#now();
    this.#note(this.#lastTick, now, true);
    this.#lastTick = now;
  }

  /**
   * Starts a round trip that the target should answer at once, or a time in which this process reads nothing.
   *
   * @returns a function that ends it
   */
  begin(since: number, isOwn = false): () => void {
    const trip = { since };
    this.#open.add(trip);
    return () => {
      if (this.#open.delete(trip)) this.#note(since, this.#now(), isOwn);
    };
  }

  longestOwnBetween(from: number, to: number): number {
    return this.#longestIn(this.#ownSlots, from, to);
  }

  longestBetween(from: number, to: number): number {
    let longest = this.#longestIn(this.#slots, from, to);
    // A standstill that is still going on has not been recorded yet.
    const pending = [...(this.#ticker ? [this.#lastTick] : []), ...[...this.#open].map(({ since }) => since)];
    for (const since of pending) if (since < to) longest = Math.max(longest, this.#now() - since);
    return longest;
  }

  #longestIn(slots: ReadonlyMap<number, number>, from: number, to: number): number {
    let longest = TICK;
    for (let slot = slotOf(from); slot <= slotOf(to); slot += 1)
      longest = Math.max(longest, slots.get(slot) ?? 0);
    return longest;
  }

  #note(from: number, to: number, isOwn: boolean): void {
    const length = to - from;
    if (length <= TICK) return;
    for (const slots of isOwn ? [this.#slots, this.#ownSlots] : [this.#slots]) {
      for (let slot = slotOf(from); slot <= slotOf(to); slot += 1)
        slots.set(slot, Math.max(length, slots.get(slot) ?? 0));
    }
  }
}

function slotOf(at: number): number {
  return Math.floor(at / SLOT);
}
