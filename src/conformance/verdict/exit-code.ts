import { isOutOfDate, listedViolations } from './known-failures.ts';
import type { KnownFailuresReport } from './known-failures-report.ts';
import type { RowStatus, Verdict } from './verdict.ts';

/** The parts of a report that decide the exit code. Every report has them, whether it covers a recording, a run, or several inputs. */
export interface Judged {
  readonly verdict: Verdict;
  readonly summary: { readonly warned: number };
  /** Why something could not be judged completely. A report of several inputs has no reasons of its own; its verdict shows it. */
  readonly incomplete?: readonly string[];
  readonly requirements?: readonly { readonly id: string; readonly status: RowStatus }[];
  /** The comparison with a list of known failures, if one was given. */
  readonly knownFailures?: KnownFailuresReport;
}

export interface ExitOptions {
  /** Whether a warning counts as a violation (`--fail-on warning`). */
  readonly failsOnWarning?: boolean;
}

/** An exit code, with a reason if the verdict alone does not explain it. */
export interface Exit {
  readonly code: 0 | 1 | 3;
  readonly reason?: string;
}

/**
 * The exit code of a report, with one rule for every command: 1 if a violation counts, else 3 if something was not judged completely or
 * nothing was judged, else 0. Violations on the list of known failures do not count. A list that is out of date counts as a violation.
 */
export function exitOf(judged: Judged, { failsOnWarning = false }: ExitOptions = {}): Exit {
  const { verdict, incomplete = [], knownFailures } = judged;
  if (knownFailures ? isOutOfDate(knownFailures) : verdict === 'nonconformant') return { code: 1 };
  const warnings = failsOnWarning ? countWarnings(judged) : 0;
  if (warnings > 0)
    return { code: 1, reason: `there are warnings (${warnings}), and --fail-on warning is given` };
  if (verdict === 'incomplete' || verdict === 'nothing-ran' || incomplete.length > 0) return { code: 3 };
  return verdict === 'nonconformant'
    ? { code: 0, reason: 'every violation is listed in --known-failures' }
    : { code: 0 };
}

/** Counts the warnings that are not on the list of known failures. */
function countWarnings({ summary, requirements = [], knownFailures }: Judged): number {
  if (!knownFailures) return summary.warned;
  const known = listedViolations(knownFailures);
  return requirements.filter(({ id, status }) => status === 'warned' && !known.has(id)).length;
}
