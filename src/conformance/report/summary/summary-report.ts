import type { Shard } from '../../files/shard.ts';
import type { Level } from '../../registry/registry.ts';
import type { KnownFailuresReport } from '../../verdict/known-failures.ts';
import type { RowStatus, Verdict } from '../../verdict/verdict.ts';
import type { ReportedFinding, ReportHeader } from '../model.ts';

/** Examples that a summary keeps of each requirement and of each reason. */
export const KEPT_EXAMPLES = 5;
/** Different reasons that a summary keeps. Each is counted; any others are counted together. */
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
/** The first finding of one input, without what the row says. */
export type Example = Pick<ReportedFinding, (typeof EXAMPLE_MEMBERS)[number]>;

/** What became of one requirement in all inputs. A requirement that came up in no input has no row. */
export interface SummaryRow {
  readonly id: string;
  readonly level: Level;
  /** The worst status of the requirement in any input. */
  readonly status: SummaryStatus;
  /** Number of inputs with each status. In all other inputs the requirement did not come up. */
  readonly inputs: Readonly<Partial<Record<SummaryStatus, number>>>;
  /** Number of violations in all inputs. */
  readonly violations: number;
  /** What the service must do. Present when the requirement is violated. */
  readonly text?: string;
  /** With status `not-judged`: why the first such input cannot show whether the requirement is met. */
  readonly reason?: string;
  /** The first finding of each of the first inputs with a violation. */
  readonly examples: readonly Example[];
}

/** The statuses of a requirement that came up, the one that counts first. */
export const SUMMARY_STATUSES = ['failed', 'warned', 'passed', 'not-judged'] as const satisfies RowStatus[];
export type SummaryStatus = (typeof SUMMARY_STATUSES)[number];

/** Why something was not judged to its end, with each number written as `#`. */
export interface SummaryReason {
  readonly reason: string;
  /** How often it is a reason. An input may have several. */
  readonly count: number;
  /** Inputs with the reason as it was given. A reason that concerns no single input has none. */
  readonly examples: readonly { readonly file: string; readonly reason: string }[];
}

/** A report whose size does not grow with the number of inputs, in the format of spec/formats/summary.schema.json. */
export interface SummaryReport extends ReportHeader {
  readonly form: 'summary';
  /** Present when only a part of the inputs was judged. */
  readonly shard?: Shard;
  /** The worst verdict of all inputs. */
  readonly verdict: Verdict;
  /** Number of inputs with each verdict. */
  readonly inputs: Readonly<Record<Verdict, number>>;
  readonly events: number;
  readonly exchanges: number;
  readonly bytes: number;
  /** By id. */
  readonly requirements: readonly SummaryRow[];
  readonly incomplete: readonly SummaryReason[];
  /** How often something had a reason that is not among those kept. */
  readonly otherReasons: number;
  readonly knownFailures?: KnownFailuresReport;
}

export function countInputs({ inputs }: SummaryReport): number {
  return Object.values(inputs).reduce((sum, count) => sum + count, 0);
}
