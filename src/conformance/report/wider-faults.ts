import type { ReportedFinding, RequirementReport } from './model.ts';

/** Finds requirements that are violated wherever another one is, and elsewhere too: one fault explains all findings of both. */
export class WiderFaults {
  readonly #rows = new Map<string, Set<RequirementReport>>();

  constructor(rows: readonly RequirementReport[]) {
    for (const row of rows) {
      for (const evidence of row.findings.map(evidenceOf)) {
        const those = this.#rows.get(evidence) ?? new Set();
        this.#rows.set(evidence, those.add(row));
      }
    }
  }

  /** The widest such requirement, unless the report does not list all that was found. */
  find({ findings, violations }: RequirementReport): string | undefined {
    if (findings.length < violations) return undefined;
    const [first, ...others] = findings.map((finding) => this.#rows.get(evidenceOf(finding)));
    const common = [...(first ?? [])].filter((row) => others.every((rows) => rows?.has(row)));
    const [widest] = common.sort((one, other) => other.violations - one.violations);
    return widest && widest.violations > violations ? widest.id : undefined;
  }
}

/** What was found, where and how often, whatever requirement it violates. */
export function allEvidenceOf({ findings, violations }: RequirementReport): string {
  return JSON.stringify([violations, findings.map(evidenceOf)]);
}

/** What was found and where, whatever requirement it violates, and whatever else was compared. */
function evidenceOf({
  requirement,
  text,
  explain,
  docs,
  others,
  answers,
  ...evidence
}: ReportedFinding): string {
  return JSON.stringify(evidence);
}
