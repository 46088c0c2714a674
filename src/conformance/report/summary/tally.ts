import type { Shard } from '../../files/shard.ts';
import { type Verdict, worstVerdict } from '../../verdict/verdict.ts';
import { countVerdicts } from '../counts.ts';
import type { ReportHeader, RequirementReport, TargetReport } from '../model.ts';
import { ReportError } from '../read-report.ts';
import { ReasonTally } from './reason-tally.ts';
import { RowTally } from './row-tally.ts';
import {
  countInputs,
  type Example,
  SUMMARY_STATUSES,
  type SummaryReason,
  type SummaryReport,
  type SummaryStatus,
} from './summary-report.ts';

/** Several times the number of requirements in the contract. Reports from elsewhere may name any requirement. */
const MOST_ROWS = 5000;

/** Combines the reports of any number of inputs into one summary. The memory used does not grow with their number. */
export class Tally {
  readonly #inputs = countVerdicts([]);
  readonly #read = { events: 0, exchanges: 0, bytes: 0 };
  readonly #rows = new Map<string, RowTally>();
  readonly #reasons = new ReasonTally();
  /** Reasons that concern no single input. There are few, so all of them are kept. */
  readonly #ownReasons: SummaryReason[] = [];
  readonly #verdicts = new Set<Verdict>();

  /** @param order number of the input among all inputs; examples are taken from the first inputs */
  addTarget({ target, verdict, summary, incomplete, requirements }: TargetReport, order: number): void {
    this.#inputs[verdict] += 1;
    this.#verdicts.add(verdict);
    this.#addRead(summary);
    for (const reason of incomplete) this.#reasons.add(reason, target, order);
    for (const row of requirements) {
      const status = cameUp(row);
      if (status !== undefined) this.#row(row).addRow(row, status, order);
    }
  }

  /** Adds what another tally counted. */
  addSummary(summary: SummaryReport, order: number): void {
    for (const [verdict, count] of Object.entries(summary.inputs)) this.#inputs[verdict as Verdict] += count;
    // A part without inputs ran nothing, which says nothing about the whole.
    if (countInputs(summary) > 0 || summary.incomplete.length > 0) this.#verdicts.add(summary.verdict);
    this.#addRead(summary);
    this.#reasons.addAll(summary.incomplete, summary.otherReasons, order);
    for (const row of summary.requirements) this.#row(row).addSummary(row, order);
  }

  /** Records why the whole is incomplete. */
  leaveOut(reasons: readonly string[]): void {
    if (reasons.length > 0) this.#verdicts.add('incomplete');
    this.#ownReasons.push(...reasons.map((reason) => ({ reason, count: 1, examples: [] })));
  }

  /** Replaces each example, for instance by one with the line of its evidence. */
  async replaceExamples(change: (example: Example, order: number) => Promise<Example>): Promise<void> {
    for (const { examples } of this.#rows.values()) await examples.replace(change);
  }

  report(header: ReportHeader, shard?: Shard): SummaryReport {
    return {
      ...header,
      form: 'summary',
      ...(shard && { shard }),
      verdict: worstVerdict([...this.#verdicts]),
      inputs: { ...this.#inputs },
      ...this.#read,
      requirements: [...this.#rows.values()].map(({ row }) => row).sort((a, b) => (a.id < b.id ? -1 : 1)),
      incomplete: [...this.#ownReasons, ...this.#reasons.reasons],
      otherReasons: this.#reasons.others,
    };
  }

  #addRead({ events, exchanges, bytes }: { events: number; exchanges: number; bytes: number }): void {
    this.#read.events += events;
    this.#read.exchanges += exchanges;
    this.#read.bytes += bytes;
  }

  #row(row: Pick<RequirementReport, 'id' | 'level'>): RowTally {
    const known = this.#rows.get(row.id);
    if (!known && this.#rows.size >= MOST_ROWS)
      throw new ReportError(`the reports have more than ${MOST_ROWS} requirements, and no contract has`);
    const tally = known ?? new RowTally(row);
    this.#rows.set(row.id, tally);
    return tally;
  }
}

/** The status of a requirement that came up in the input. */
function cameUp({ status }: RequirementReport): SummaryStatus | undefined {
  return SUMMARY_STATUSES.find((one) => one === status);
}
