import type { TargetReport } from './model.ts';

/** The offsets of all findings and of all damage of a target. */
export function offsetsOf({ requirements, damage = [] }: TargetReport): number[] {
  const found = requirements.flatMap(({ findings }) => findings);
  return [...damage, ...found].flatMap(({ offset }) => offset ?? []);
}

/** Adds to each finding of a raw stream, and to its damage, the line of the file in which its evidence begins. */
export function addLines(target: TargetReport, lines: ReadonlyMap<number, number>): TargetReport {
  const locate = <Found extends { readonly offset?: number }>(found: Found) => {
    const line = found.offset === undefined ? undefined : lines.get(found.offset);
    return line === undefined ? found : { ...found, line };
  };
  const { damage } = target;
  const requirements = target.requirements.map((row) => ({ ...row, findings: row.findings.map(locate) }));
  return { ...target, ...(damage && { damage: damage.map(locate) }), requirements };
}
