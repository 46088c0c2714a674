import type { RunClock } from '../drive/run-clock.ts';

/** An item of a schedule, by how long it waits. */
interface Waiting {
  /** Milliseconds that the item spends waiting. */
  readonly waits?: number;
  /** Whether it runs by itself. */
  readonly isQuiet?: boolean;
}

export interface ScheduleOptions {
  /** Items that run at once, besides those that wait. */
  readonly concurrency: number;
  /** How many times faster than their nominal time the waits pass. */
  readonly timeScale: number;
  /** Replaces the longest time for which an item that is yet to wait keeps the next one from beginning. */
  readonly beginning?: number;
  readonly clock: RunClock;
}

/** Shorter waits (in milliseconds of the real clock) take a place among the items that run at once. */
const SHORT_WAIT = 1000;

/** How long an item may take until it waits. After that, the next one begins in any case. In milliseconds of the real clock. */
const BEGINNING = 1000;
/** The steps in which this time passes. A flood of answers, or a machine with other work, delays each step, and fewer items begin. */
const STEPS = 100;

/**
 * Runs a function over all items. Items that mostly wait start first and wait side by side, but only a few begin at a time: a target may
 * flood each of them with answers. The others run with limited concurrency, in their order, and quiet ones after them, one by one.
 *
 * @param work calls `onWait` once the item waits
 */
export async function runScheduled<Item extends Waiting>(
  items: readonly Item[],
  { concurrency, timeScale, beginning = BEGINNING, clock }: ScheduleOptions,
  work: (item: Item, onWait: () => void) => Promise<void>,
): Promise<void> {
  const {
    waiting = [],
    quiet = [],
    others = [],
  } = Object.groupBy(items, ({ waits = 0, isQuiet }) => {
    if (waits / timeScale >= SHORT_WAIT) return 'waiting';
    return isQuiet ? 'quiet' : 'others';
  });
  const begun: Promise<void>[] = [];
  const begin = async (item: Item) => {
    const { promise: waits, resolve: onWait } = Promise.withResolvers<void>();
    let left = STEPS;
    let cancel = () => {};
    const step = () => {
      if (left === 0) return onWait();
      left -= 1;
      cancel = clock.after(beginning / STEPS, step);
    };
    step();
    const working = work(item, onWait).finally(onWait);
    // Whoever waits for all that have begun gets the error.
    working.catch(() => {});
    begun.push(working);
    await waits;
    cancel();
  };
  const run = (item: Item) => work(item, () => {});
  const rest = runLimited(others, concurrency, run).then(() => runLimited(quiet, 1, run));
  await Promise.all([runLimited(waiting, concurrency, begin), rest]);
  await Promise.all(begun);
}

/** Runs a function over a list with limited concurrency, starting in the order of the list. */
export async function runLimited<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
}
