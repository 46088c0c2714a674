/** What `iterate` returns. */
export interface Iteration<Value> extends AsyncIterableIterator<Value> {
  next(): Promise<IteratorResult<Value, void>>;
  return(): Promise<IteratorResult<Value, void>>;
}

/**
 * Makes an iterator that can be stopped at any time. In an async generator, `return` would wait for a pending `next`, which takes until the
 * end of the turn if the service is silent.
 * @param read Returns the next value, or undefined after the last. Never called again before it has settled.
 * @param leave Called by `return`. Must make a pending `read` settle.
 * @param take Returns a value that is already there, which is faster than `read`. Must not throw.
 */
export function iterate<Value>(
  read: () => Promise<Value | undefined>,
  leave: () => void,
  take: () => Value | undefined = () => undefined,
): Iteration<Value> {
  let isOver = false;
  let waiting = 0;
  const step = async (): Promise<IteratorResult<Value, void>> => {
    try {
      const value = isOver ? undefined : await read();
      if (value !== undefined && !isOver) return { done: false, value };
    } catch (error) {
      // After `return`, the pending read may fail.
      if (!isOver) {
        isOver = true;
        throw error;
      }
    } finally {
      waiting--;
    }
    isOver = true;
    return { done: true, value: undefined };
  };
  let last: Promise<IteratorResult<Value, void>>;
  const iteration: Iteration<Value> = {
    next() {
      const value = waiting || isOver ? undefined : take();
      if (value !== undefined) return Promise.resolve({ done: false, value });
      last = waiting++ ? last.then(step, step) : step();
      return last;
    },
    async return() {
      isOver = true;
      leave();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => iteration,
  };
  return iteration;
}
