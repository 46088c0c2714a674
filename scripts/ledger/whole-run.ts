import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { TrafficNotes } from '../../src/alterations/families/note-traffic.ts';
import type { Traffic } from '../../src/alterations/families/traffic.ts';
import { CHECKS } from '../../src/conformance/suite/index.ts';
import { keep, readKept } from '../test/kept-file.ts';

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
export async function wholeRun(folder = process.env.WHOLE_RUNS, checks = CHECKS): Promise<WholeRun> {
  return readPart('run', folder) ?? (await makeParts(folder, checks)).run;
}

/** The traffic of the same run, from which alterations are generated. */
export async function wholeTraffic(folder = process.env.WHOLE_RUNS, checks = CHECKS): Promise<Traffic> {
  return readPart('traffic', folder) ?? (await makeParts(folder, checks)).traffic;
}

/** What a run leaves, in a file each, because reading one takes half a second. */
interface Parts {
  readonly run: WholeRun;
  readonly traffic: Traffic;
}

function readPart<Name extends keyof Parts>(name: Name, folder: string | undefined): Parts[Name] | undefined {
  const kept = folder === undefined ? undefined : readKept(join(folder, name));
  return kept && deserialize(kept);
}

async function makeParts(folder: string | undefined, checks: typeof CHECKS): Promise<Parts> {
  const parts = await run(checks);
  if (folder !== undefined)
    for (const [name, part] of Object.entries(parts)) keep(join(folder, name), serialize(part));
  return parts;
}

/** One check runs at a time, so that what the server sees belongs to a check. */
async function run(checks: typeof CHECKS): Promise<Parts> {
  const notes = new TrafficNotes();
  const { result, claims } = await watchClaims(checks, () =>
    judgeReference({
      checks,
      decorators: [notes, notes.states],
      concurrency: 1,
      onOutcome: ({ check }) => notes.assign(check.id),
    }),
  );
  const { report, exchanges, plan, outcomes } = result;
  return {
    run: {
      report,
      exchanges,
      leftOut: plan.leftOut.map(({ check, reason }) => `${check.id}: ${reason}`),
      left: outcomes.flatMap(({ left }) => left),
      claims,
    },
    traffic: notes.traffic(),
  };
}
