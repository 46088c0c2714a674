import type { Level } from '../registry.ts';
import { isUnder } from '../selection.ts';
import { type RowStatus, type Verdict, verdictOver } from './verdict.ts';

interface Demanded {
  readonly verdict: Verdict;
  readonly incomplete: readonly string[];
  readonly requirements: readonly {
    readonly id: string;
    readonly level: Level;
    readonly status: RowStatus;
    readonly reason?: string;
  }[];
}

/**
 * Makes a report incomplete for each requirement that was required (`--require`) and not exercised.
 *
 * @param prefixes ids of requirements, or beginnings of ids
 */
export function requireExercised<Report extends Demanded>(
  report: Report,
  prefixes: readonly string[],
): Report {
  const missing = report.requirements.filter(
    ({ id, status }) =>
      (status === 'not-judged' || status === 'not-exercised') &&
      prefixes.some((prefix) => isUnder(id, prefix)),
  );
  if (missing.length === 0) return report;
  const incomplete = [
    ...report.incomplete,
    ...missing.map(
      ({ id, reason }) => `${id} is required and was not exercised: ${reason ?? 'nothing showed it'}`,
    ),
  ];
  return { ...report, incomplete, verdict: verdictOver(report.requirements, incomplete) };
}
