import type { WholeReport } from './breakages.ts';

/** How precisely full reports name the broken requirement. */
export interface FirstFindings {
  readonly runs: number;
  /** Runs whose default depth reports the broken requirement. */
  readonly byDefault: number;
  /** Runs whose report names the broken requirement first. */
  readonly right: number;
  /** Runs whose report names it among the first three, which are shown completely. */
  readonly amongThree: number;
  /** How many requirements a run reports. */
  readonly median: number;
  readonly ninetieth: number;
  readonly most: number;
}

/** Counts how often the first finding of a run names the broken requirement, and how many requirements the runs report. */
export function countFirstFindings(sample: readonly WholeReport[]): FirstFindings {
  const counts = sample.map(({ reported }) => reported.flat().length).sort((a, b) => a - b);
  const at = (share: number) => counts[Math.min(counts.length - 1, Math.floor(counts.length * share))] ?? 0;
  return {
    runs: sample.length,
    byDefault: sample.filter(({ isFoundByDefault }) => isFoundByDefault).length,
    right: sample.filter((report) => namesBroken(report, 1)).length,
    amongThree: sample.filter((report) => namesBroken(report, 3)).length,
    median: at(0.5),
    ninetieth: at(0.9),
    most: counts.at(-1) ?? 0,
  };
}

/** Whether one of the first blocks names a requirement that the breakage violates. */
function namesBroken({ broken, reported }: WholeReport, blocks: number): boolean {
  return reported
    .slice(0, blocks)
    .flat()
    .some((id) => broken.includes(id));
}
