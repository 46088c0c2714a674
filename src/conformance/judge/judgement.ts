import type { Finding, FindingDetails } from './finding.ts';

/**
 * Findings that are kept per requirement. The rest is only counted, so that a stream with a violation in every event cannot fill
 * the memory.
 */
const FINDINGS_PER_REQUIREMENT = 20;

export interface RowJudgement {
  exercised: boolean;
  violations: number;
  readonly findings: Finding[];
  /** Why the input cannot show whether the requirement is met. */
  notJudged?: string;
}

/** The result of judging one input, by requirement. */
export class Judgement {
  readonly rows: Map<string, RowJudgement> = new Map();
  /** Reasons why parts of the input were not judged to their end. */
  readonly incomplete: string[] = [];
  events = 0;
  exchanges = 0;
  bytes = 0;

  /** Notes that the input contained what the requirement is about. */
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
    if (row.findings.length >= FINDINGS_PER_REQUIREMENT) return;
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
