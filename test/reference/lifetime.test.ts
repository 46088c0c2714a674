import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../scripts/simulation/virtual-clock.ts';
import { Lifetime } from '../../src/reference/lifetime.ts';

const reason = new Error('over');

it('ends its resources once, in the order of their registration, after aborting its signal', () => {
  const lifetime = new Lifetime();
  const ended: string[] = [];
  for (const name of ['first', 'second'])
    lifetime.own(() => ended.push(`${name} ${lifetime.signal.aborted}`));

  lifetime.end(reason);
  lifetime.end(new Error('a later reason'));

  expect(ended).toEqual(['first true', 'second true']);
  expect(lifetime.signal.reason).toBe(reason);
});

it('ends at once any resource added after its end', () => {
  const lifetime = new Lifetime();
  const clock = new VirtualClock();
  lifetime.end(reason);
  let isEnded = false;
  lifetime.own(() => {
    isEnded = true;
  });
  lifetime.after(clock, 10, () => {});
  expect([isEnded, clock.pending, lifetime.begin().signal.reason]).toEqual([true, 0, reason]);
});

it('does not end a released resource', () => {
  const lifetime = new Lifetime();
  const giveUp = lifetime.own(() => expect.unreachable());
  giveUp();
  lifetime.end(reason);
  expect(lifetime.signal.aborted).toBe(true);
});

it('runs callbacks only before its end', async () => {
  const lifetime = new Lifetime();
  const clock = new VirtualClock();
  const made: number[] = [];
  for (const duration of [10, 20, 30]) lifetime.after(clock, duration, () => made.push(duration));
  lifetime.after(clock, 15, () => made.push(15))();
  await clock.advance(20);
  lifetime.end(reason);
  await clock.advance(100);
  expect(made).toEqual([10, 20]);
  expect(clock.pending).toBe(0);
});

it('ends an inner lifetime with the same reason, and outlives an inner one', () => {
  const lifetime = new Lifetime();
  const [inner, other] = [lifetime.begin(), lifetime.begin()];
  inner.end(new Error('done'));
  expect([inner.signal.aborted, lifetime.signal.aborted]).toEqual([true, false]);
  lifetime.end(reason);
  expect(other.signal.reason).toBe(reason);
});

it('ends everything even if one end throws', () => {
  const lifetime = new Lifetime();
  let isEnded = false;
  lifetime.own(() => {
    isEnded = true;
  });
  lifetime.own(() => {
    throw reason;
  });
  expect(() => lifetime.end(undefined)).toThrow(reason);
  expect(isEnded).toBe(true);
});

describe('a wait', () => {
  it('lasts its duration, and leaves nothing behind', async () => {
    const clock = new VirtualClock();
    const lifetime = new Lifetime();
    const waited = lifetime.wait(clock, 10);
    await clock.advance(9);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    await waited;
    lifetime.end(reason);
    expect(clock.pending).toBe(0);
  });

  it.each(['during', 'before'])('ends when the lifetime ends %s it', async (moment) => {
    const clock = new VirtualClock();
    const lifetime = new Lifetime();
    if (moment === 'before') lifetime.end(reason);
    const waited = lifetime.wait(clock, 10);
    lifetime.end(reason);
    await expect(waited).rejects.toBe(reason);
    expect(clock.pending).toBe(0);
  });
});

it('has an aborted signal if it is first asked for one after its end', () => {
  const lifetime = new Lifetime();
  lifetime.end(reason);
  expect([lifetime.isOver, lifetime.signal.aborted, lifetime.signal.reason]).toEqual([true, true, reason]);
  expect(() => lifetime.throwIfOver()).toThrow(reason);
});
