import { alarmsIn, judgeReference } from '../../scripts/ledger/judge-reference.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';

/** A check is left out where the server has another reading of an open point than the check is about. */
const FINE: ReadonlySet<string> = new Set(['passed', 'left-out']);

export interface OrderSoak {
  readonly runs: number;
  /** Seed of the first run. Each further run uses the next seed. */
  readonly seed: number;
  /** No run starts after this time, in milliseconds since the epoch. */
  readonly until?: number;
}

export interface OrderTally {
  readonly runs: number;
  /** Findings against the sound server, and checks that did not pass. */
  readonly problems: readonly string[];
}

/**
 * Runs the whole suite against the sound server on the virtual clock. Each seed gives another order to events that are ready at the same time, and
 * cuts and delays bytes differently. A seed with a problem becomes a row of `test/scripts/simulation/whole-run.test.ts`.
 */
export async function soakOrders({
  runs,
  seed,
  until = Number.POSITIVE_INFINITY,
}: OrderSoak): Promise<OrderTally> {
  const problems: string[] = [];
  let done = 0;
  for (; done < runs && Date.now() < until; done += 1) {
    const simulationSeed = seed + done;
    const { report, outcomes } = await judgeReference({ checks: CHECKS, simulationSeed });
    const unpassed = outcomes.filter(({ status }) => !FINE.has(status)).map(({ check }) => check.id);
    const found = [...alarmsIn(report, ['failed', 'warned']), ...report.incomplete, ...unpassed];
    problems.push(...found.map((problem) => `seed ${simulationSeed}: ${problem}`));
  }
  return { runs: done, problems };
}
