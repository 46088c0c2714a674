import type { Judgement, RowJudgement } from '../judge/judgement.ts';
import type { Requirement } from '../registry.ts';

/** What became of one requirement. */
export type RowStatus =
  | 'passed'
  | 'failed'
  | 'warned'
  | 'not-judged'
  | 'not-exercised'
  | 'open'
  | 'client'
  | 'unverifiable';

export type Verdict = 'conformant' | 'nonconformant' | 'incomplete' | 'nothing-ran';

/** Says what became of a requirement, from what the judge noted about it. */
export function rowStatus(requirement: Requirement, row: RowJudgement | undefined): RowStatus {
  if (requirement.level === 'client' || requirement.level === 'open') return requirement.level;
  if (row && row.violations > 0) return requirement.level === 'must' ? 'failed' : 'warned';
  if (requirement.unverifiable !== undefined) return 'unverifiable';
  if (row?.exercised) return 'passed';
  return row?.notJudged === undefined ? 'not-exercised' : 'not-judged';
}

/**
 * The verdict over one judgement. A violation is final; then comes what was not read to its end; then whether any
 * must-requirement was judged at all.
 */
export function verdictOf(judgement: Judgement, requirements: readonly Requirement[]): Verdict {
  let judged = 0;
  for (const requirement of requirements) {
    if (requirement.level !== 'must') continue;
    const status = rowStatus(requirement, judgement.rows.get(requirement.id));
    if (status === 'failed') return 'nonconformant';
    if (status === 'passed') judged += 1;
  }
  if (judgement.incomplete.length > 0) return 'incomplete';
  return judged === 0 ? 'nothing-ran' : 'conformant';
}

const WORST_FIRST: readonly Verdict[] = ['nonconformant', 'incomplete', 'nothing-ran', 'conformant'];

/** The verdict over several inputs: the worst of theirs. */
export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'nothing-ran';
}

const EXIT_CODES: Readonly<Record<Verdict, number>> = {
  conformant: 0,
  nonconformant: 1,
  incomplete: 3,
  'nothing-ran': 3,
};

export function exitCodeOf(verdict: Verdict): number {
  return EXIT_CODES[verdict];
}
