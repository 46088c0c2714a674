import type { RowJudgement } from '../judge/judgement.ts';
import type { Level, Requirement } from '../registry/registry.ts';

export const ROW_STATUSES = [
  'passed',
  'failed',
  'warned',
  'not-judged',
  'not-exercised',
  'open',
  'client',
  'unverifiable',
] as const;
/** The result for one requirement. */
export type RowStatus = (typeof ROW_STATUSES)[number];

export const VERDICTS = ['conformant', 'nonconformant', 'incomplete', 'nothing-ran'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Derives the status of a requirement from what the judge recorded about it. */
export function rowStatus(requirement: Requirement, row: RowJudgement | undefined): RowStatus {
  const { level } = requirement;
  // Only a run that judges a client, and a recording, have seen anything of a duty of clients.
  if (level === 'open' || (level === 'client' && !row)) return level;
  if (row && row.violations > 0) return level === 'should' || row.isAside ? 'warned' : 'failed';
  if (requirement.unverifiable !== undefined) return 'unverifiable';
  if (row?.exercised && !row.isDoubted) return 'passed';
  return row?.notJudged === undefined ? 'not-exercised' : 'not-judged';
}

/** The part of a row that the verdict depends on. */
interface JudgedRow {
  readonly level: Level;
  readonly status: RowStatus;
}

/**
 * The verdict over rows. A violation takes precedence, then anything that was not judged completely, then whether any must-requirement was
 * judged at all.
 */
export function verdictOver(rows: readonly JudgedRow[], incomplete: readonly string[]): Verdict {
  if (rows.some(({ status }) => status === 'failed')) return 'nonconformant';
  if (incomplete.length > 0) return 'incomplete';
  const hasJudged = rows.some(({ level, status }) => level !== 'should' && status === 'passed');
  return hasJudged ? 'conformant' : 'nothing-ran';
}

const WORST_FIRST: readonly Verdict[] = ['nonconformant', 'incomplete', 'nothing-ran', 'conformant'];

/** The verdict over several inputs: the worst of their verdicts. */
export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'nothing-ran';
}
