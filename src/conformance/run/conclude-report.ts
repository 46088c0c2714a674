import type { ReportHeader, TargetReport } from '../report/model.ts';
import { compareKnownFailures } from '../verdict/known-failures.ts';
import type { EarlierRuns, KnownFailure, KnownFailuresReport } from '../verdict/known-failures-report.ts';
import { requireExercised } from '../verdict/required.ts';

/** What a report has to meet besides its verdict. */
export interface Conditions {
  /** Ids of requirements, or id prefixes, that must have been exercised for the report to be complete. */
  readonly required?: readonly string[] | undefined;
  /** Known violations, the date to compare them on (`YYYY-MM-DD`, in UTC), and how often earlier runs saw the flaky ones. */
  readonly knownFailures?:
    | { readonly entries: readonly KnownFailure[]; readonly today: string; readonly earlier?: EarlierRuns }
    | undefined;
}

/** Requires and compares (the last stages). */
export function concludeReport<Report extends ReportHeader & TargetReport>(
  report: Report,
  { required = [], knownFailures }: Conditions,
): Report & { readonly knownFailures?: KnownFailuresReport } {
  const complete = requireExercised(report, required);
  if (!knownFailures) return complete;
  const { entries, today, earlier } = knownFailures;
  return { ...complete, knownFailures: compareKnownFailures(entries, complete.requirements, today, earlier) };
}
