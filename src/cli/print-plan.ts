import { count } from '../conformance/report/describe.ts';
import { costOfAll, describeCost, describePrice, timesOf } from '../conformance/run/costs.ts';
import { CONCURRENCY } from '../conformance/run/run-checks.ts';
import { describeTime, estimateTime } from './announce-run.ts';
import { EXIT, type Io } from './io.ts';
import { measureRoundTrip } from './round-trip.ts';
import type { Plan, Profile } from './suite.ts';
import { wrapFor } from './wrap.ts';

/** Up to this number, checks are listed one by one. */
const FEW = 20;

interface PlanOptions {
  /** How often the checks run. */
  readonly rounds: number;
  /** What the rounds are: `in 3 rounds`. */
  readonly inRounds: string;
  readonly concurrency: number | undefined;
  readonly isVerbose: boolean;
}

type PlannedCheck = Plan['checks'][number];

/**
 * Prints what would run and what it would send: small plans check by check, others by area, and what is left out by reason. Opens connections
 * to measure the round trip, and sends nothing.
 */
export async function printPlan(
  { checks, leftOut, unmet }: Plan,
  { rounds, inRounds, concurrency = CONCURRENCY, isVerbose }: PlanOptions,
  { baseUrl, timers: { timeScale }, price }: Profile,
  io: Io,
): Promise<number> {
  const seconds = (waits: number) => (waits / timeScale / 1000).toFixed(1);
  const longest = longestWait(checks);
  const all = costOfAll(checks);
  const areas = groupOf(checks, isVerbose || checks.length <= FEW, ({ id }) => id, areaOf);
  const reasons = groupOf(
    leftOut,
    isVerbose,
    ({ check, reason }) => `${check.id}\n${reason}`,
    ({ reason }) => firstOf(reason),
  );
  const roundTrip = await measureRoundTrip(baseUrl);
  const time =
    roundTrip !== undefined &&
    estimateTime({ checks, perRequest: roundTrip, concurrency, rounds, timeScale });
  const lines = [
    ...areas.map((those) => {
      const wait = longestWait(those);
      const waits = wait === 0 ? '' : `; waits ${those.length > 1 ? 'up to ' : ''}${seconds(wait)} s`;
      return `run      ${nameChecks(those, areaOf)}  (${describeCost(costOfAll(those))}${waits})`;
    }),
    ...reasons.map((those) => {
      const [first, ...rest] = those;
      const more = rest.length > 0 ? ` and ${rest.length} more` : '';
      return `skip     ${first?.check.id}${more}  (${rest.length > 0 ? firstOf(first?.reason ?? '') : first?.reason})`;
    }),
    `${checks.length} checks would run, ${leftOut.length} not; the longest wait is ${seconds(longest)} s${isVerbose ? '' : '; --verbose lists each check'}`,
    `they send and create about ${describeCost(all)}, with ${all.requests} requests in all, as measured on the reference server; they delete what they create`,
    ...(time === false || roundTrip === undefined
      ? []
      : [
          `that takes about ${describeTime(time)} plus the time of the service and the model, at a round trip of ${roundTrip.toFixed(1)} ms, measured by connecting`,
        ]),
    ...(price ? [`the turns that reach a model cost ${describePrice(timesOf(all, rounds), price)}`] : []),
    ...(rounds === 1
      ? []
      : [
          `${inRounds}: about ${describeCost(timesOf(all, rounds))}; --max-turns and --max-duration limit them`,
        ]),
    ...(unmet.length > 0 ? [`needs that the profile does not meet: ${unmet.join(', ')}`] : []),
  ];
  io.stdout.write(wrapFor(io.stdout, `${lines.join('\n')}\n`));
  return EXIT.ok;
}

function groupOf<Item>(
  items: readonly Item[],
  isSingle: boolean,
  nameOf: (item: Item) => string,
  groupNameOf: (item: Item) => string,
): readonly (readonly Item[])[] {
  const groups = Map.groupBy(items, isSingle ? nameOf : groupNameOf);
  return [...groups.values()].sort((a, b) => (isSingle ? 0 : b.length - a.length));
}

function nameChecks(checks: readonly PlannedCheck[], groupNameOf: (check: PlannedCheck) => string): string {
  const [first, ...rest] = checks;
  if (!first || rest.length === 0) return first?.id ?? '';
  return `${groupNameOf(first)}: ${count(checks.length, 'check')}`;
}

function areaOf({ id }: PlannedCheck): string {
  return id.split('.')[0] ?? id;
}

/** The first thing that a check lacks. Checks that lack more than that are counted with it. */
function firstOf(reason: string): string {
  return /^the profile has no [^,;]+/.exec(reason)?.[0] ?? reason;
}

function longestWait(checks: readonly PlannedCheck[]): number {
  return Math.max(0, ...checks.map(({ waits = 0 }) => waits));
}
