import { idsIn, type WholeReport } from './breakages.ts';

/** How precisely full reports name the broken requirement. */
export interface FirstFindings {
  readonly runs: number;
  /** Runs whose report names the broken requirement first. */
  readonly right: number;
  /** Runs whose first block names it, first or among those that may follow. */
  readonly inFirstBlock: number;
  /** Runs whose report names it among the first three, with what may follow from them. */
  readonly amongThree: number;
  /** How many requirements a run reports. */
  readonly median: number;
  readonly ninetieth: number;
  readonly most: number;
}

/** Counts how often the first finding of a run names the broken requirement, and how many requirements the runs report. */
export function countFirstFindings(sample: readonly WholeReport[]): FirstFindings {
  const counts = sample.map(({ reported }) => idsIn(reported).length).sort((a, b) => a - b);
  const at = (share: number) => counts[Math.min(counts.length - 1, Math.floor(counts.length * share))] ?? 0;
  return {
    runs: sample.length,
    right: countNaming(sample, ([first]) => first?.rows ?? []),
    inFirstBlock: countNaming(sample, (blocks) => idsIn(blocks.slice(0, 1))),
    amongThree: countNaming(sample, (blocks) => idsIn(blocks.slice(0, 3))),
    median: at(0.5),
    ninetieth: at(0.9),
    most: counts.at(-1) ?? 0,
  };
}

/** Counts the reports of which some part names a requirement that the breakage violates. */
function countNaming(
  sample: readonly WholeReport[],
  partOf: (blocks: WholeReport['reported']) => readonly string[],
): number {
  return sample.filter(({ broken, reported }) => partOf(reported).some((id) => broken.includes(id))).length;
}
