import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import { keep, readKept } from '../test/kept-file.ts';
import { judgeReference, type ReferenceRun } from './judge-reference.ts';

/** A run of the whole suite against the sound server. */
export interface WholeRun extends Pick<ReferenceRun, 'report' | 'exchanges'> {
  /** The checks that the plan left out, each with the reason. */
  readonly leftOut: readonly string[];
  /** What the checks created and could not delete. */
  readonly left: readonly string[];
}

/**
 * Runs the whole suite against the sound server, unless another process of the same test run has done so: several tests examine such a run,
 * which takes sixteen seconds.
 *
 * @param folder keeps the run; without one, the suite runs
 */
export async function wholeRun(folder = process.env.WHOLE_RUNS, checks = CHECKS): Promise<WholeRun> {
  if (folder === undefined) return run(checks);
  const place = join(folder, 'sound');
  const kept = readKept(place);
  if (kept !== undefined) return deserialize(kept);
  const made = await run(checks);
  keep(place, serialize(made));
  return made;
}

async function run(checks: typeof CHECKS): Promise<WholeRun> {
  const { report, exchanges, plan, outcomes } = await judgeReference({ checks });
  return {
    report,
    exchanges,
    leftOut: plan.leftOut.map(({ check, reason }) => `${check.id}: ${reason}`),
    left: outcomes.flatMap(({ left }) => left),
  };
}
