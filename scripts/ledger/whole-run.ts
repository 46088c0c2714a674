import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { CHECKS } from '../../src/conformance/suite/index.ts';
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
  const place = folder === undefined ? undefined : join(folder, 'sound');
  const kept = place === undefined ? undefined : read(place);
  if (kept !== undefined) return deserialize(kept);
  const { report, exchanges, plan, outcomes } = await judgeReference({ checks });
  const run: WholeRun = {
    report,
    exchanges,
    leftOut: plan.leftOut.map(({ check, reason }) => `${check.id}: ${reason}`),
    left: outcomes.flatMap(({ left }) => left),
  };
  if (place !== undefined) {
    // Other processes see the file only once it is complete.
    const draft = `${place}.${process.pid}`;
    writeFileSync(draft, serialize(run));
    renameSync(draft, place);
  }
  return run;
}

/** The bytes of a file; undefined if it does not exist. */
function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
