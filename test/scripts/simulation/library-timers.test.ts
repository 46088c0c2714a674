import timers from 'node:timers';
import { setTimeout as later } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ownTimers } from '../../../scripts/simulation/library-timers.ts';
import { VirtualClock } from '../../../scripts/simulation/virtual-clock.ts';

const HOUR = 3_600_000;

/** Runs work with the timers of libraries on a virtual clock. @returns the duration on that clock, in milliseconds */
async function took(work: () => Promise<unknown>): Promise<number> {
  const clock = new VirtualClock({ start: 0 });
  const giveBack = ownTimers(clock);
  try {
    await clock.drive(work());
    return clock.now();
  } finally {
    giveBack();
  }
}

it.each<[string, () => Promise<unknown>]>([
  ['setTimeout', () => new Promise((resolve) => setTimeout(resolve, HOUR))],
  ['setTimeout of node:timers', () => new Promise((resolve) => timers.setTimeout(resolve, HOUR))],
  ['setTimeout of node:timers/promises', () => later(HOUR)],
  ['a promisified setTimeout', () => promisify(setTimeout)(HOUR)],
  [
    'a refreshed setTimeout',
    () =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, HOUR / 2);
        setTimeout(() => timer.refresh(), HOUR / 2 - 1);
        setTimeout(() => {}, 1);
      }).then(() => later(1)),
  ],
  [
    'setInterval',
    () =>
      new Promise((resolve) => {
        let left = 60;
        const interval = setInterval(() => {
          left -= 1;
          if (left > 0) return;
          clearInterval(interval);
          resolve(undefined);
        }, HOUR / 60);
      }),
  ],
  [
    'AbortSignal.timeout',
    () => {
      const signal = AbortSignal.timeout(HOUR);
      return new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  ],
])('%s follows the clock', async (_, work) => {
  expect(await took(work)).toBe(HOUR);
});

it('a cleared timer never fires, and one with an invalid duration fires at once', async () => {
  let fired = 0;
  const count = () => {
    fired += 1;
  };
  expect(
    await took(async () => {
      clearTimeout(setTimeout(count, 10));
      clearInterval(setInterval(count, 10));
      for (const duration of [Number.NaN, -1, 2 ** 31, Number.POSITIVE_INFINITY]) setTimeout(count, duration);
      await later(100);
    }),
  ).toBe(100);
  expect(fired).toBe(4);
});

it('restores the original timers', async () => {
  const current = () => [
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    AbortSignal.timeout,
    timers.setTimeout,
  ];
  const before = current();
  await took(async () => {});
  expect(current()).toEqual(before);
});
