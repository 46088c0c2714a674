/** An item of a schedule, by how long it waits. */
interface Waiting {
  /** Milliseconds that the item spends waiting. */
  readonly waits?: number;
}

/** Shorter waits (in milliseconds of the real clock) take a place among the items that run at once. */
const SHORT_WAIT = 1000;

/**
 * Runs a function over all items. Items that mostly wait start first and wait side by side; the others run with limited concurrency, in
 * their order.
 *
 * @param timeScale how many times faster than their nominal time the waits pass
 */
export async function runScheduled<Item extends Waiting>(
  items: readonly Item[],
  { concurrency, timeScale }: { readonly concurrency: number; readonly timeScale: number },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.filter(({ waits = 0 }) => waits / timeScale >= SHORT_WAIT);
  const others = items.filter((item) => !waiting.includes(item));
  await Promise.all([...waiting.map(work), runLimited(others, concurrency, work)]);
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
