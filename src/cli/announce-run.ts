import { count } from '../conformance/report/describe.ts';
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
  /** When the run stops, in milliseconds. */
  readonly maxDuration?: number | undefined;
}

/** Says what a run sends, about how long it takes, and what its turns cost if the profile gives a price. */
export function announceRun({
  plan,
  firstAnswer,
  profile,
  concurrency,
  rounds,
  maxDuration = Number.POSITIVE_INFINITY,
}: Announced): string {
  const { checks } = plan;
  const cost = timesOf(costOfAll(checks), rounds);
  const { timeScale } = profile.timers;
  const time = estimateTime({ checks, perRequest: firstAnswer, concurrency, rounds, timeScale });
  const turns = `${count(cost.modelTurns, 'turn')} to a model`;
  const price = profile.price ? `, which cost ${describePrice(cost, profile.price)}` : '';
  const limit = time > maxDuration ? `, but it stops after ${describeTime(maxDuration)}` : '';
  return (
    `${count(checks.length * rounds, 'check')}: about ${count(cost.requests, 'request')} and ${turns}${price}; ` +
    `about ${describeTime(time)} plus the time of the model${limit}`
  );
}

/** About how long checks take, in milliseconds. @param perRequest how long the target takes to answer, in milliseconds */
export function estimateTime({
  checks,
  perRequest,
  concurrency,
  rounds,
  timeScale,
}: Pick<Plan, 'checks'> &
  Pick<Announced, 'concurrency' | 'rounds'> & {
    readonly perRequest: number;
    readonly timeScale: number;
  }): number {
  const longestWait = Math.max(0, ...checks.map(({ waits = 0 }) => waits)) / timeScale;
  return Math.max(longestWait, (costOfAll(checks).requests * perRequest) / concurrency) * rounds;
}

export function describeTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`;
}
