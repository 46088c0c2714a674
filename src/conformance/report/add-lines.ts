import type { TargetReport } from './model.ts';

/** The offsets of all findings of a target. */
export function offsetsOf({ requirements }: TargetReport): number[] {
  return requirements.flatMap(({ findings }) => findings.flatMap(({ offset }) => offset ?? []));
}

/** Adds to each finding of a raw stream the line of the file in which its evidence begins. */
export function addLines(target: TargetReport, lines: ReadonlyMap<number, number>): TargetReport {
  const requirements = target.requirements.map((row) => ({
    ...row,
    findings: row.findings.map((finding) => {
      const line = finding.offset === undefined ? undefined : lines.get(finding.offset);
      return line === undefined ? finding : { ...finding, line };
    }),
  }));
  return { ...target, requirements };
}
