import { expect, it } from 'vitest';
import { announceRun } from '../../src/cli/announce-run.ts';
import type { Plan } from '../../src/cli/suite.ts';

/** Two checks that were never measured, so each costs as much as most checks. */
const checks = [{ id: 'a' }, { id: 'b', waits: 150_000 }] as unknown as Plan['checks'];
const announced = {
  plan: { checks, leftOut: [], unmet: [] },
  firstAnswer: 20,
  profile: { timers: { timeScale: 1 } },
  concurrency: 8,
  rounds: 1,
};

it('says what a run sends, and how long it takes at least', () => {
  expect(announceRun(announced)).toBe(
    '2 checks: about 12 requests and 2 turns to a model; about 3 minutes plus the time of the model',
  );
});

it('takes the time of the answers where that is longer than the longest wait', () => {
  const fast = { timers: { timeScale: 100 } };
  expect(announceRun({ ...announced, profile: fast, firstAnswer: 8000 })).toContain('about 12 s plus');
});

it('counts every round, and says what the turns cost', () => {
  const profile = { ...announced.profile, price: { turn: 0.5, currency: 'EUR' } };
  expect(announceRun({ ...announced, profile, rounds: 3 })).toContain(
    '6 checks: about 36 requests and 6 turns to a model, which cost about 3 EUR;',
  );
});

it('says when the run stops before its end', () => {
  expect(announceRun({ ...announced, maxDuration: 60_000 })).toMatch(/, but it stops after 60 s$/);
});
