import type { RunClock } from '../drive/run-clock.ts';

/** An item to run. */
interface Waiting {
  /** Milliseconds that the item spends waiting. */
  readonly waits?: number;
  /** Whether the item runs alone, apart from waiting items. */
  readonly isQuiet?: boolean;
}

export interface ScheduleOptions {
  /** Items that run in parallel, not counting those that wait. */
  readonly concurrency: number;
  /** The speed-up of the waits: a scale of 10 makes them ten times shorter. */
  readonly timeScale: number;
  /** Whether the target takes no more waiting items than those that run. The next one then begins when one of them ends. */
  readonly isFull?: () => boolean;
  /** Replaces BEGINNING. */
  readonly beginning?: number;
  readonly clock: RunClock;
}

/** Items with a shorter wait (in milliseconds of the real clock) count as items that do not wait. */
const SHORT_WAIT = 1000;

/** How long the next item waits for an item that has not begun to wait yet, in milliseconds of the real clock. */
const BEGINNING = 1000;
/** The number of steps that this time is split into. A flood of answers or a busy machine delays every step, so fewer items start. */
const STEPS = 100;

/**
 * Runs a function over all items. Waiting items run in parallel from the beginning, but only a few start at a time, since a target may
 * flood each of them with answers. The other items run in order with limited concurrency. Quiet items run last, one by one.
 *
 * @param work calls `onWait` when the item begins to wait
 */
export async function runScheduled<Item extends Waiting>(
  items: readonly Item[],
  { concurrency, timeScale, beginning = BEGINNING, clock, isFull = () => false }: ScheduleOptions,
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
  const running = new Set<Promise<void>>();
  let most = Number.POSITIVE_INFINITY;
  const begin = async (item: Item) => {
    if (isFull()) most = Math.min(most, Math.max(1, running.size));
    while (running.size >= most) await Promise.race(running);
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
    // The Promise.all over `begun` reports the error.
    working.catch(() => {}).finally(() => running.delete(working));
    running.add(working);
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
