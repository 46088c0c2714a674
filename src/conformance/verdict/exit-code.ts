import type { KnownFailuresReport } from './known-failures.ts';
import type { RowStatus, Verdict } from './verdict.ts';

/** The parts of a report that decide the exit code. Every report has them, whether it is of a recording, a run, or several inputs. */
export interface Judged {
  readonly verdict: Verdict;
  readonly summary: { readonly warned: number };
  /** Why something was not judged to its end. A report of several inputs has none of its own: its verdict says it. */
  readonly incomplete?: readonly string[];
  readonly requirements?: readonly { readonly id: string; readonly status: RowStatus }[];
  /** The result of a list of known failures, when one was given. */
  readonly knownFailures?: KnownFailuresReport;
}

export interface ExitOptions {
  /** Whether a warning counts as a violation (`--fail-on warning`). */
  readonly failsOnWarning?: boolean;
}

/** An exit code, and the reason where the verdict alone does not explain it. */
export interface Exit {
  readonly code: 0 | 1 | 3;
  readonly reason?: string;
}

/**
 * The exit code of a report, by one rule for every command: 1 when a violation counts, else 3 when something was not judged to its end or
 * nothing was judged, else 0. A violation that is listed as known does not count; a list that is out of date counts as one.
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

/** Whether the list does not describe the target: a violation is missing, or an entry is stale or expired. */
function isOutOfDate({ stale, expired, unlisted }: KnownFailuresReport): boolean {
  return stale.length + expired.length + unlisted.length > 0;
}

/** Warnings that no list of known failures names. */
function countWarnings({ summary, requirements = [], knownFailures }: Judged): number {
  if (!knownFailures) return summary.warned;
  const known = new Set(knownFailures.known.map(({ id }) => id));
  return requirements.filter(({ id, status }) => status === 'warned' && !known.has(id)).length;
}
