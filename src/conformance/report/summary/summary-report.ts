import type { Shard } from '../../files/shard.ts';
import type { Level } from '../../registry/registry.ts';
import type { KnownFailuresReport } from '../../verdict/known-failures-report.ts';
import type { RowStatus, Verdict } from '../../verdict/verdict.ts';
import type { ReportedFinding, ReportHeader } from '../model.ts';

/** How many examples a summary keeps for each requirement and each reason. */
export const KEPT_EXAMPLES = 5;
/** How many different reasons a summary keeps. Each of these is counted; all others are counted together. */
export const KEPT_REASONS = 50;

export const EXAMPLE_MEMBERS = [
  'file',
  'line',
  'exchange',
  'request',
  'event',
  'eventType',
  'offset',
  'pointer',
  'expected',
  'actual',
  'hint',
] as const satisfies (keyof ReportedFinding)[];
/** The first finding of one input, without the members that the row already has. */
export type Example = Pick<ReportedFinding, (typeof EXAMPLE_MEMBERS)[number]>;

/** The outcomes of one requirement over all inputs. A requirement that came up in no input has no row. */
export interface SummaryRow {
  readonly id: string;
  readonly level: Level;
  /** The worst status of the requirement in any input. */
  readonly status: SummaryStatus;
  /** Number of inputs with each status. In all other inputs the requirement did not come up. */
  readonly inputs: Readonly<Partial<Record<SummaryStatus, number>>>;
  /** Number of violations in all inputs. */
  readonly violations: number;
  /** What the service must do. Present if the requirement is violated. */
  readonly text?: string;
  /** With status `not-judged`: why the first such input cannot show whether the requirement is met. */
  readonly reason?: string;
  /** The first finding from each of the first inputs with a violation. */
  readonly examples: readonly Example[];
}

/** The statuses of a requirement that came up, by precedence. */
export const SUMMARY_STATUSES = ['failed', 'warned', 'passed', 'not-judged'] as const satisfies RowStatus[];
export type SummaryStatus = (typeof SUMMARY_STATUSES)[number];

/** Why something was not judged completely, with each number replaced by `#`. */
export interface SummaryReason {
  readonly reason: string;
  /** How many times the reason occurred. An input may have several. */
  readonly count: number;
  /** Inputs with the original reason. Empty for a reason that concerns no single input. */
  readonly examples: readonly { readonly file: string; readonly reason: string }[];
}

/** A report whose size does not grow with the number of inputs, in the format of spec/formats/summary.schema.json. */
export interface SummaryReport extends ReportHeader {
  readonly form: 'summary';
  /** Present if only some of the inputs were judged. */
  readonly shard?: Shard;
  /** The worst verdict of all inputs. */
  readonly verdict: Verdict;
  /** Number of inputs with each verdict. */
  readonly inputs: Readonly<Record<Verdict, number>>;
  readonly events: number;
  readonly exchanges: number;
  readonly bytes: number;
  /** Sorted by id. */
  readonly requirements: readonly SummaryRow[];
  readonly incomplete: readonly SummaryReason[];
  /** How many times a reason occurred that is not among those kept. */
  readonly otherReasons: number;
  readonly knownFailures?: KnownFailuresReport;
}

export function countInputs({ inputs }: SummaryReport): number {
  return Object.values(inputs).reduce((sum, count) => sum + count, 0);
}
