import type { Finding, FindingDetails } from './finding.ts';

/** Findings kept per requirement. The rest is counted: a stream that is wrong in every event must not fill the memory. */
const KEPT_PER_REQUIREMENT = 20;

export interface RowJudgement {
  exercised: boolean;
  violations: number;
  readonly findings: Finding[];
  /** Why the input could not show this requirement, where that is so. */
  notJudged?: string;
}

/** What a judge found out about one input, requirement by requirement. */
export class Judgement {
  readonly rows: Map<string, RowJudgement> = new Map();
  /** Why some part of the input was not judged to its end, if so. */
  readonly incomplete: string[] = [];
  events = 0;
  exchanges = 0;
  bytes = 0;

  /** Notes that the input carried what the requirement is about. */
  exercise(requirement: string): void {
    this.#row(requirement).exercised = true;
  }

  /** Notes that the input cannot show whether the requirement is met. */
  cannotJudge(requirement: string, reason: string): void {
    this.#row(requirement).notJudged ??= reason;
  }

  report(requirement: string, exchange: number | undefined, details: FindingDetails): void {
    const row = this.#row(requirement);
    row.exercised = true;
    row.violations += 1;
    if (row.findings.length >= KEPT_PER_REQUIREMENT) return;
    row.findings.push(
      exchange === undefined ? { requirement, ...details } : { requirement, exchange, ...details },
    );
  }

  #row(requirement: string): RowJudgement {
    let row = this.rows.get(requirement);
    if (!row) {
      row = { exercised: false, violations: 0, findings: [] };
      this.rows.set(requirement, row);
    }
    return row;
  }
}
