import type { TargetReport } from './model.ts';

/** The offsets of all findings and of all damage in a target's report. */
export function offsetsOf({ requirements, damage = [] }: TargetReport): number[] {
  const found = requirements.flatMap(({ findings }) => findings);
  return [...damage, ...found].flatMap(({ offset }) => offset ?? []);
}

/** Adds line numbers to the findings and the damage of a raw stream: the line of the file where the evidence begins. */
export function addLines(target: TargetReport, lines: ReadonlyMap<number, number>): TargetReport {
  const locate = <Found extends { readonly offset?: number }>(found: Found) => {
    const line = found.offset === undefined ? undefined : lines.get(found.offset);
    return line === undefined ? found : { ...found, line };
  };
  const { damage } = target;
  const requirements = target.requirements.map((row) => ({ ...row, findings: row.findings.map(locate) }));
  return { ...target, ...(damage && { damage: damage.map(locate) }), requirements };
}
