import type { FamilyAlteration } from '../../../src/alterations/families/family.ts';
import type { Depth } from '../../../src/conformance/run/depth.ts';
import type { Threads } from '../threads.ts';
import { explainSurvivor, readSurvivors } from './survivors.ts';

/** Which of the alterations that a full run finds are also found by a run at a lower depth. */
export interface DepthWorth {
  readonly found: readonly string[];
  readonly missed: readonly string[];
  readonly problems: readonly string[];
}

/** Judges alterations at a depth, and those that it misses by a full run. No run finds what survivors.yaml explains. */
export async function measureDepth(
  threads: Threads,
  alterations: readonly FamilyAlteration[],
  depth: Depth,
): Promise<DepthWorth> {
  const entries = readSurvivors();
  const findable = alterations.filter(({ id }) => explainSurvivor(entries, id) === undefined);
  const lesser = await judge(threads, findable, depth);
  const others = findable.filter(({ id }) => !lesser.found.has(id));
  const full = await judge(threads, others, 'full');
  return {
    found: [...lesser.found],
    missed: [...full.found],
    problems: [...lesser.problems, ...full.problems],
  };
}

async function judge(threads: Threads, alterations: readonly FamilyAlteration[], depth: Depth) {
  const found = new Set<string>();
  const problems = await threads.judgeAll(
    'alteration',
    alterations,
    ({ id }) => ({ id, depth }),
    ({ id, result }) => {
      if (result === 'caught' || result === 'elsewhere') found.add(id);
    },
  );
  return { found, problems };
}
