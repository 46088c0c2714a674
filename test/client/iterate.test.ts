import { describe, expect, it } from 'vitest';
import { iterate } from '../../src/client/iterate.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';

forbidUnhandledRejections();

const DONE = { done: true, value: undefined };
const value = (value: string) => ({ done: false, value });

/** Reads that a test answers one after another. */
function manual() {
  const reads: PromiseWithResolvers<string | undefined>[] = [];
  let left = 0;
  const values = iterate<string>(
    () => {
      const read = Promise.withResolvers<string | undefined>();
      reads.push(read);
      return read.promise;
    },
    () => {
      left += 1;
      reads.at(-1)?.reject(new Error('left'));
    },
  );
  return { values, reads, left: () => left };
}

/** Resolves when all promises that can settle have settled. */
const rest = () => new Promise((resolve) => setImmediate(resolve));

describe('an iteration', () => {
  it('reads for one `next` after another, and answers in order', async () => {
    const { values, reads } = manual();
    const all = Promise.all([values.next(), values.next(), values.next(), values.next()]);
    for (const each of ['a', 'b', undefined]) {
      await rest();
      reads.at(-1)?.resolve(each);
    }
    expect(await all).toEqual([value('a'), value('b'), DONE, DONE]);
    expect(reads).toHaveLength(3);
  });

  it('ends every pending `next` when the loop is left, and reads no more', async () => {
    const { values, reads, left } = manual();
    const pending = Promise.all([values.next(), values.next()]);
    expect(await values.return()).toEqual(DONE);
    expect(await pending).toEqual([DONE, DONE]);
    expect(await values.next()).toEqual(DONE);
    expect([reads.length, left()]).toEqual([1, 1]);
  });

  it('fails once', async () => {
    const { values, reads } = manual();
    const failing = expect(values.next()).rejects.toThrow('broken');
    const next = values.next();
    reads[0]?.reject(new Error('broken'));
    await failing;
    expect(await next).toEqual(DONE);
    expect(reads).toHaveLength(1);
  });

  it('delivers nothing that arrives while the loop is being left', async () => {
    const { values, reads } = manual();
    const next = values.next();
    reads[0]?.resolve('late');
    await values.return();
    expect(await next).toEqual(DONE);
  });

  it('can be read with `for await`, and is its own iterator', async () => {
    const queue = ['a', 'b'];
    const values = iterate(
      async () => queue.shift(),
      () => {},
    );
    expect(values[Symbol.asyncIterator]()).toBe(values);
    const read: string[] = [];
    for await (const each of values) read.push(each);
    expect(read).toEqual(['a', 'b']);
  });
});
