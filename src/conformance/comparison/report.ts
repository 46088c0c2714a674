import { COMMAND } from '../commands.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';
import type { ReportHeader, TargetReport } from '../report/model.ts';
import type { Comparison } from './compare-runs.ts';
import type { Difference } from './difference.ts';

/** What explains a difference. */
export const KINDS = ['violation', 'reading', 'unexplained'] as const;
export type DifferenceKind = (typeof KINDS)[number];

/** Texts of a server and requests are cut at this length. */
const LONGEST = 200;

/** One server of a comparison. */
export interface ComparedServer extends Pick<TargetReport, 'target' | 'verdict' | 'summary' | 'incomplete'> {
  /** What was sent to it: turns, refused ones included, and all exchanges. */
  readonly sent: { readonly runs: number; readonly turns: number; readonly exchanges: number };
  /** Paths of chats and skills that the run created and could not delete. */
  readonly leftovers: readonly string[];
}

export interface ReportedDifference
  extends Pick<
    Difference,
    'operation' | 'place' | 'one' | 'other' | 'elsewhere' | 'mayFollow' | 'count' | 'violations' | 'readings'
  > {
  readonly kind: DifferenceKind;
  readonly check: string;
  /** An example of a request that the two servers answer differently. */
  readonly request: string;
  /** The command that runs the check of the example at both servers again. */
  readonly again: string;
}

/** What `check A --against B --reporter json` writes. */
export interface ComparisonReport extends Omit<ReportHeader, 'mode'> {
  readonly mode: 'comparison';
  readonly servers: readonly [ComparedServer, ComparedServer];
  /** Requests that both servers were asked in the same check. */
  readonly pairs: number;
  /** Requests that only one of them was asked, since an earlier answer led a check elsewhere. */
  readonly unpaired: number;
  readonly differences: readonly ReportedDifference[];
}

/** @param flags what the command of the run needs besides the first server, without the checks that it selects */
export function reportDifferences(
  { differences }: Comparison,
  url: string,
  flags: readonly string[] = [],
): ReportedDifference[] {
  return differences.map(({ example, ...difference }) => ({
    kind: kindOf(difference),
    ...difference,
    check: example.check,
    request: describeRequest(example.one),
    again: COMMAND.checkTarget(url, [...flags, '--only', example.check]),
  }));
}

/** Cuts long texts. Secrets must be masked before: the beginning of one is not recognised. */
export function cutTexts(report: ComparisonReport): ComparisonReport {
  const cut = (text: string) => text.slice(0, LONGEST);
  return {
    ...report,
    differences: report.differences.map(({ one, other, ...difference }) => ({
      ...difference,
      operation: cut(difference.operation),
      place: cut(difference.place),
      elsewhere: difference.elsewhere.map(cut),
      request: cut(difference.request),
      ...(one !== undefined && { one: cut(one) }),
      ...(other !== undefined && { other: cut(other) }),
    })),
  };
}

function kindOf({ violations, readings }: Pick<Difference, 'violations' | 'readings'>): DifferenceKind {
  if (violations.length > 0) return 'violation';
  return readings.length > 0 ? 'reading' : 'unexplained';
}

function describeRequest({ request: { method, path } }: LoggedExchange): string {
  return `${method} ${path}`;
}
