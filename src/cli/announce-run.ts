import { costOfAll, describePrice, timesOf } from '../conformance/run/costs.ts';
import type { Plan, Profile } from './suite.ts';

/** What a run is about to do. */
export interface Announced {
  readonly plan: Plan;
  /** How long the target took to answer the first read, in milliseconds. */
  readonly firstAnswer: number;
  readonly profile: Pick<Profile, 'timers' | 'price'>;
  /** Checks that run at once. */
  readonly concurrency: number;
  readonly rounds: number;
}

/** Says what a run sends, how long it takes at least, and what its turns cost if the profile gives a price. */
export function announceRun({ plan, firstAnswer, profile, concurrency, rounds }: Announced): string {
  const { checks } = plan;
  const cost = timesOf(costOfAll(checks.map(({ id }) => id)), rounds);
  const longestWait = Math.max(0, ...checks.map(({ waits = 0 }) => waits)) / profile.timers.timeScale;
  const answers = (cost.requests * firstAnswer) / concurrency;
  const price = profile.price ? `, which cost ${describePrice(cost, profile.price)}` : '';
  const time = describeTime(Math.max(longestWait * rounds, answers));
  return (
    `${checks.length * rounds} checks: about ${cost.requests} requests and ${cost.modelTurns} turns that reach a model${price}; ` +
    `at least ${time} plus the time of the model`
  );
}

function describeTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
}
