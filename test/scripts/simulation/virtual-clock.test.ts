import { expect, it } from 'vitest';
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';
import { Lifetime } from '../../../src/reference/lifetime.ts';

const START = 1_000_000;

/** A clock and a log of the callbacks with their times, counted from the start. */
function watch() {
  const clock = new VirtualClock({ start: START });
  const log: string[] = [];
  const note = (name: string) => () => void log.push(`${name} ${clock.now() - START}`);
  return { clock, log, note };
}

it('stands still until it is advanced', async () => {
  const { clock, log, note } = watch();
  clock.after(0, note('a'));
  expect([clock.now(), log]).toEqual([START, []]);
  await clock.advance(0);
  expect([clock.now(), log]).toEqual([START, ['a 0']]);
});

it('calls back in order of due time, then of request, each at its own time', async () => {
  const { clock, log, note } = watch();
  clock.after(30, note('c'));
  clock.after(10, note('a'));
  clock.after(20, note('b'));
  clock.after(20, note('b2'));
  clock.after(41, note('late'));
  await clock.advance(40);
  expect(log).toEqual(['a 10', 'b 20', 'b2 20', 'c 30']);
  expect([clock.now() - START, clock.pending]).toEqual([40, 1]);
});

it('does not call back after a cancellation, even during an advance', async () => {
  const { clock, log, note } = watch();
  const stopFirst = clock.after(10, note('first'));
  const stopSecond = clock.after(20, note('second'));
  stopFirst();
  clock.after(15, () => stopSecond());
  await clock.advance(100);
  expect([log, clock.pending]).toEqual([[], 0]);
});

it('calls back at the right time for a request during an advance', async () => {
  const { clock, log, note } = watch();
  clock.after(10, () => {
    note('a')();
    clock.after(10, note('b'));
  });
  clock.after(25, note('c'));
  await clock.advance(25);
  expect(log).toEqual(['a 10', 'b 20', 'c 25']);
});

it('lets code that awaits one callback run before the next', async () => {
  const { clock, log, note } = watch();
  const lifetime = new Lifetime();
  const walk = async () => {
    for (const step of ['one', 'two', 'three']) {
      await lifetime.wait(clock, 10);
      for (let hops = 0; hops < 20; hops++) await Promise.resolve();
      note(step)();
    }
  };
  const walked = walk();
  clock.after(20, note('beside'));
  await clock.advance(30);
  await walked;
  expect(log).toEqual(['one 10', 'beside 20', 'two 20', 'three 30']);
});

it('runs two advances one after the other', async () => {
  const { clock, log, note } = watch();
  clock.after(15, note('a'));
  await Promise.all([clock.advance(10), clock.advance(10)]);
  expect([log, clock.now() - START]).toEqual([['a 15'], 20]);
});

it('throws the error of a callback, and can continue', async () => {
  const { clock, log, note } = watch();
  clock.after(10, () => {
    throw new Error('broken');
  });
  clock.after(20, note('b'));
  await expect(clock.advance(15)).rejects.toThrow('broken');
  await clock.advance(10);
  expect(log).toEqual(['b 20']);
});

it('does not go backwards', () => {
  expect(() => new VirtualClock().advance(-1)).toThrow(RangeError);
});
