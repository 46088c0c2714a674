import type { Level } from '../../registry/registry.ts';
import type { ReportedFinding, RequirementReport } from '../model.ts';
import { FirstExamples } from './first-examples.ts';
import {
  EXAMPLE_MEMBERS,
  type Example,
  KEPT_EXAMPLES,
  SUMMARY_STATUSES,
  type SummaryRow,
  type SummaryStatus,
} from './summary-report.ts';

/** Counts the outcomes of one requirement. */
export class RowTally {
  readonly #id: string;
  readonly #level: Level;
  readonly #inputs: Partial<Record<SummaryStatus, number>> = {};
  readonly examples = new FirstExamples<Example>(KEPT_EXAMPLES);
  readonly #reason = new FirstExamples<{ readonly reason: string }>(1);
  #violations = 0;
  #text: string | undefined;

  constructor({ id, level }: { readonly id: string; readonly level: Level }) {
    this.#id = id;
    this.#level = level;
  }

  addRow(
    { violations, text, reason, findings }: RequirementReport,
    status: SummaryStatus,
    order: number,
  ): void {
    this.#count(status, 1);
    this.#add(violations, violations > 0 ? text : undefined, reason, order);
    const [first] = findings;
    if (first) this.examples.add(order, () => toExample(first));
  }

  addSummary({ inputs, violations, text, reason, examples }: SummaryRow, order: number): void {
    for (const status of SUMMARY_STATUSES) this.#count(status, inputs[status] ?? 0);
    this.#add(violations, text, reason, order);
    for (const example of examples) this.examples.add(order, () => toExample(example));
  }

  get row(): SummaryRow {
    const status = SUMMARY_STATUSES.find((one) => this.#inputs[one] !== undefined) ?? 'not-judged';
    const [reason] = this.#reason.examples;
    return {
      id: this.#id,
      level: this.#level,
      status,
      inputs: Object.fromEntries(SUMMARY_STATUSES.flatMap((one) => this.#counted(one))),
      violations: this.#violations,
      ...(this.#text !== undefined && { text: this.#text }),
      ...(status === 'not-judged' && reason),
      examples: this.examples.examples,
    };
  }

  #add(violations: number, text: string | undefined, reason: string | undefined, order: number): void {
    this.#violations += violations;
    this.#text ??= text;
    if (reason !== undefined) this.#reason.add(order, () => ({ reason }));
  }

  #count(status: SummaryStatus, inputs: number): void {
    if (inputs > 0) this.#inputs[status] = (this.#inputs[status] ?? 0) + inputs;
  }

  #counted(status: SummaryStatus): [string, number][] {
    const inputs = this.#inputs[status];
    return inputs === undefined ? [] : [[status, inputs]];
  }
}

function toExample(finding: Example | ReportedFinding): Example {
  const members = EXAMPLE_MEMBERS.flatMap((name) =>
    finding[name] === undefined ? [] : [[name, finding[name]]],
  );
  return Object.fromEntries(members) as Example;
}
