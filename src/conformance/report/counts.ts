import { ROW_STATUSES, type RowStatus, VERDICTS, type Verdict } from '../verdict/verdict.ts';
import type { RequirementReport, Summary } from './model.ts';

/** The counts of a summary that every report has. */
type Count = 'judged' | 'events' | 'exchanges' | 'bytes' | RowStatus;

const NO_STATUSES = Object.fromEntries(ROW_STATUSES.map((status) => [status, 0])) as Record<
  RowStatus,
  number
>;

/** Counts rows by status. */
export function recount(
  requirements: readonly RequirementReport[],
): Record<RowStatus, number> & { judged: number } {
  const counts = { ...NO_STATUSES, judged: 0 };
  for (const { status } of requirements) {
    counts[status] += 1;
    if (status === 'passed' || status === 'failed' || status === 'warned') counts.judged += 1;
  }
  return counts;
}

/** Adds up the counts of several inputs. A requirement counts once per input. */
export function sumSummaries(summaries: readonly Summary[]): Summary {
  const sum: Record<string, number> = { ...NO_STATUSES, judged: 0, events: 0, exchanges: 0, bytes: 0 };
  for (const summary of summaries) {
    for (const key of Object.keys(sum)) sum[key] = (sum[key] ?? 0) + summary[key as Count];
  }
  return sum as unknown as Summary;
}

export function countVerdicts(verdicts: readonly Verdict[]): Record<Verdict, number> {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const verdict of verdicts) counts[verdict] += 1;
  return counts;
}
