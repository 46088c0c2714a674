import type { KnownFailures } from '../../../generated/input-files.js';
import type { RowStatus } from './verdict.ts';

/** An entry of the list: a requirement that the target is known to violate. */
export type KnownFailure = KnownFailures['known_failures'][number];

/** The result of comparing the list of known failures with a run. */
export interface KnownFailuresReport {
  /** Entries whose requirement is violated, as the list says. */
  readonly known: readonly KnownFailure[];
  /** Entries whose requirement the target met. */
  readonly stale: readonly KnownFailure[];
  readonly expired: readonly KnownFailure[];
  /** Entries whose requirement was not exercised. */
  readonly unseen: readonly KnownFailure[];
  /** Ids of must-requirements that are violated but not listed. */
  readonly unlisted: readonly string[];
}

interface Row {
  readonly id: string;
  readonly status: RowStatus;
}

/**
 * Compares the list with the rows of a report.
 *
 * @param today `YYYY-MM-DD`, in UTC
 */
export function compareKnownFailures(
  entries: readonly KnownFailure[],
  rows: readonly Row[],
  today: string,
): KnownFailuresReport {
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  const isExpired = ({ expires }: KnownFailure) => expires < today;
  const valid = entries.filter((entry) => !isExpired(entry));
  const isViolated = ({ id }: KnownFailure) => ['failed', 'warned'].includes(statuses.get(id) ?? '');
  const isMet = ({ id }: KnownFailure) => statuses.get(id) === 'passed';
  return {
    known: valid.filter(isViolated),
    stale: valid.filter(isMet),
    expired: entries.filter(isExpired),
    unseen: valid.filter((entry) => !isViolated(entry) && !isMet(entry)),
    unlisted: rows
      .filter(({ id, status }) => status === 'failed' && !entries.some((entry) => entry.id === id))
      .map(({ id }) => id),
  };
}

/** Summarizes the comparison: one line with the counts, then one line for each entry that needs attention. */
export function describeKnownFailures(report: KnownFailuresReport): string[] {
  const { known, unseen, unlisted } = report;
  return [
    `known failures: ${known.length} as listed, ${unlisted.length} not listed, ${unseen.length} not exercised`,
    ...describeOutdated(report),
    ...unlisted.map((id) => `not listed: ${id}`),
  ];
}

/** One line for each entry that no longer counts. */
export function describeOutdated({ stale, expired }: KnownFailuresReport): string[] {
  return [
    ...stale.map(({ id }) => `stale: ${id} is listed and was met; take it off the list`),
    ...expired.map(
      ({ id, expires }) => `expired: ${id} was listed until ${expires}; fix it, or renew the entry`,
    ),
  ];
}
