import { describe, expect, it } from 'vitest';
import { machineClock } from '../../../src/conformance/drive/run-clock.ts';
import { runScheduled, type ScheduleOptions } from '../../../src/conformance/run/schedule.ts';

const MINUTE = 60_000;

/** Items that continue only when the test tells them to. */
class Stage {
  readonly begun: string[] = [];
  readonly #acts = new Map<string, { readonly wait: () => void; readonly end: () => void }>();

  run(
    items: readonly { id: string; waits?: number; isQuiet?: boolean }[],
    options: Partial<ScheduleOptions> = {},
  ): Promise<void> {
    const work = ({ id }: { id: string }, wait: () => void) =>
      new Promise<void>((end) => {
        this.begun.push(id);
        this.#acts.set(id, { wait, end });
      });
    return runScheduled(
      items,
      { concurrency: 2, timeScale: 1, clock: machineClock, beginning: MINUTE, ...options },
      work,
    );
  }

  /** Ends these items. Resolves once the schedule is over. */
  async finish(over: Promise<void>, ...ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.end(id);
    await over;
  }

  async wait(id: string): Promise<void> {
    this.#acts.get(id)?.wait();
    await settled();
  }

  async end(id: string): Promise<void> {
    this.#acts.get(id)?.end();
    await settled();
  }
}

/** Items that wait for a minute. */
const waiting = (...ids: readonly string[]) => ids.map((id) => ({ id, waits: MINUTE }));

/** Resolves once all consequences of earlier events have happened. */
async function settled(): Promise<void> {
  await new Promise(setImmediate);
}

/** Blocks this process for a time in milliseconds. */
function standStill(duration: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, duration);
}

describe('a schedule', () => {
  it('starts waiting items a few at a time, and lets them wait in parallel', async () => {
    const stage = new Stage();
    const over = stage.run(waiting('a', 'b', 'c', 'd'));
    expect(stage.begun).toEqual(['a', 'b']);
    await stage.wait('b');
    expect(stage.begun).toEqual(['a', 'b', 'c']);
    await stage.end('a');
    expect(stage.begun).toEqual(['a', 'b', 'c', 'd']);
    await stage.finish(over, 'b', 'c', 'd');
  });

  it('starts a waiting item when another ends, if the target takes no more', async () => {
    const stage = new Stage();
    let isFull = false;
    const over = stage.run(waiting('a', 'b', 'c', 'd'), { isFull: () => isFull });
    isFull = true;
    await stage.wait('a');
    await stage.wait('b');
    expect(stage.begun).toEqual(['a', 'b']);
    await stage.end('a');
    expect(stage.begun).toContain('c');
    isFull = false;
    await stage.end('b');
    await stage.finish(over, 'c', 'd');
  });

  it('starts the next item if one takes too long to begin its wait', async () => {
    const stage = new Stage();
    const over = stage.run(waiting('a', 'b', 'c'), { concurrency: 1, beginning: 0 });
    await expect.poll(() => stage.begun).toEqual(['a', 'b', 'c']);
    await stage.finish(over, 'a', 'b', 'c');
  });

  it('starts fewer items on a machine that stands still, because they make less progress', async () => {
    const stage = new Stage();
    const over = stage.run(waiting('a', 'b'), { concurrency: 1, beginning: 1 });
    standStill(50);
    await settled();
    expect(stage.begun).toEqual(['a']);
    await stage.finish(over, 'a', 'b');
  });

  it('runs a few of the others at a time, next to the waiting ones', async () => {
    const stage = new Stage();
    const over = stage.run([
      { id: 'waits', waits: MINUTE },
      { id: 'a' },
      { id: 'b', waits: 10 },
      { id: 'c' },
    ]);
    expect([...stage.begun].sort()).toEqual(['a', 'b', 'waits']);
    await stage.wait('waits');
    expect(stage.begun).not.toContain('c');
    await stage.end('b');
    expect(stage.begun).toContain('c');
    await stage.finish(over, 'waits', 'a', 'c');
  });

  it('runs quiet items last, one by one', async () => {
    const stage = new Stage();
    const over = stage.run([
      { id: 'quiet', isQuiet: true },
      { id: 'waits', waits: MINUTE },
      { id: 'a' },
      { id: 'last', isQuiet: true },
    ]);
    expect([...stage.begun].sort()).toEqual(['a', 'waits']);
    await stage.end('a');
    expect(stage.begun.slice(2)).toEqual(['quiet']);
    await stage.end('quiet');
    expect(stage.begun.slice(2)).toEqual(['quiet', 'last']);
    await stage.finish(over, 'last', 'waits');
  });

  it('counts a wait as short if the timers of the target run fast', async () => {
    const stage = new Stage();
    const over = stage.run(waiting('a', 'b', 'c'), { timeScale: 100 });
    await stage.wait('a');
    expect(stage.begun).toEqual(['a', 'b']);
    await stage.finish(over, 'a', 'b', 'c');
  });

  it('fails as soon as an item fails, even if others have not begun', async () => {
    const failing = runScheduled(
      [{ waits: MINUTE }, { waits: MINUTE }],
      { concurrency: 1, timeScale: 1, clock: machineClock },
      async () => {
        throw new Error('no room');
      },
    );
    await expect(failing).rejects.toThrow('no room');
  });
});
