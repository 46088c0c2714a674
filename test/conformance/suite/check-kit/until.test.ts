import { expect, it } from 'vitest';
import { Timing } from '../../../../src/conformance/judge/timing.ts';
import { CheckContext, type ContextParts } from '../../../../src/conformance/suite/check-kit/context.ts';

const SCALE = 100;

/** Polls every half second of the service's time for a minute, until the given time on the real clock. */
async function ask(overAt: number): Promise<{ readonly isOver: boolean; readonly requests: number }> {
  let now = 0;
  let requests = 0;
  const t = new CheckContext({
    now: () => now,
    onWait() {},
    wait: async (duration) => {
      now += duration / SCALE;
    },
    timing: new Timing(SCALE, { longestBetween: () => 10, longestOwnBetween: () => 10 }),
  } as ContextParts);
  const isOver = await t.until(
    async () => {
      requests += 1;
      return now >= overAt;
    },
    (over) => over,
    60_000,
  );
  return { isOver, requests };
}

it('waits some seconds of real time for a turn, however fast the timers run, and polls less often then', async () => {
  expect(await ask(3000)).toEqual({ isOver: true, requests: expect.any(Number) });
  const { isOver, requests } = await ask(60_000);
  expect(isOver).toBe(false);
  expect(requests).toBeLessThan(200);
});
