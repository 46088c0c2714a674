import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Traffic } from '../../src/alterations/families/traffic.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import { keep, readKept } from '../test/kept-file.ts';
import { observeTraffic } from './families/observe-traffic.ts';
import { judgeReference, type ReferenceRun } from './judge-reference.ts';
import { type MadeClaim, watchClaims } from './watch-claims.ts';

/** A run of the whole suite against the sound server. */
export interface WholeRun extends Pick<ReferenceRun, 'report' | 'exchanges'> {
  /** The checks that the plan left out, each with the reason. */
  readonly leftOut: readonly string[];
  /** What the checks created and could not delete. */
  readonly left: readonly string[];
  readonly claims: readonly MadeClaim[];
}

/**
 * Runs the whole suite against the sound server, unless another process of the same test run has done so: several tests examine such a run,
 * which takes sixteen seconds.
 *
 * @param folder keeps the run; without one, the suite runs
 */
export function wholeRun(folder = process.env.WHOLE_RUNS, checks = CHECKS): Promise<WholeRun> {
  return once('sound', folder, () => run(checks));
}

/** The same for a run that is observed as traffic, from which alterations are generated. */
export function wholeTraffic(folder = process.env.WHOLE_RUNS): Promise<Traffic> {
  return once('traffic', folder, () => observeTraffic(CHECKS));
}

async function once<Kept>(
  name: string,
  folder: string | undefined,
  make: () => Promise<Kept>,
): Promise<Kept> {
  if (folder === undefined) return make();
  const place = join(folder, name);
  const kept = readKept(place);
  if (kept !== undefined) return deserialize(kept);
  const made = await make();
  keep(place, serialize(made));
  return made;
}

async function run(checks: typeof CHECKS): Promise<WholeRun> {
  const { result, claims } = await watchClaims(checks, () => judgeReference({ checks }));
  const { report, exchanges, plan, outcomes } = result;
  return {
    report,
    exchanges,
    leftOut: plan.leftOut.map(({ check, reason }) => `${check.id}: ${reason}`),
    left: outcomes.flatMap(({ left }) => left),
    claims,
  };
}
