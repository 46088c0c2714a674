import { FirstExamples } from './first-examples.ts';
import { KEPT_EXAMPLES, KEPT_REASONS, type SummaryReason } from './summary-report.ts';

type ReasonExample = SummaryReason['examples'][number];

const LONGEST_KIND = 500;

/**
 * Counts reasons by kind. Reasons that differ only in numbers, such as those of lines and exchanges, have the same kind. The memory used
 * does not grow with the number of reasons.
 */
export class ReasonTally {
  readonly #kinds = new Map<string, { count: number; readonly examples: FirstExamples<ReasonExample> }>();
  #others = 0;

  /** @param order number of the input that the reason is about */
  add(reason: string, file: string, order: number): void {
    this.#count(kindOf(reason), 1)?.add(order, () => ({ file, reason }));
  }

  /** Adds reasons that were already counted, or that concern no single input. */
  addAll(reasons: readonly SummaryReason[], others: number, order: number): void {
    this.#others += others;
    for (const { reason, count, examples } of reasons) {
      const kept = this.#count(reason.slice(0, LONGEST_KIND), count);
      for (const example of examples) kept?.add(order, () => example);
    }
  }

  get reasons(): readonly SummaryReason[] {
    return [...this.#kinds]
      .map(([reason, { count, examples }]) => ({ reason, count, examples: examples.examples }))
      .sort((a, b) => b.count - a.count);
  }

  /** How many reasons were of kinds that are not kept. */
  get others(): number {
    return this.#others;
  }

  #count(kind: string, count: number): FirstExamples<ReasonExample> | undefined {
    const known = this.#kinds.get(kind);
    if (!known && this.#kinds.size >= KEPT_REASONS) {
      this.#others += count;
      return undefined;
    }
    const tally = known ?? { count: 0, examples: new FirstExamples<ReasonExample>(KEPT_EXAMPLES) };
    this.#kinds.set(kind, tally);
    tally.count += count;
    return tally.examples;
  }
}

function kindOf(reason: string): string {
  return reason.replaceAll(/\d+/g, '#').slice(0, LONGEST_KIND);
}
