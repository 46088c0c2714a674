import type { Requirement } from '../../registry/registry.ts';
import { requireExercised } from '../../verdict/required.ts';
import { rowStatus, worstVerdict } from '../../verdict/verdict.ts';
import type { SummaryReport } from './summary-report.ts';

/**
 * Makes a summary incomplete for each requirement that is required (`--require`) but that no input shows.
 *
 * @param registry all requirements; a summary lacks those that no input shows
 */
export function requireInSummary(
  summary: SummaryReport,
  prefixes: readonly string[],
  registry: readonly Requirement[],
): SummaryReport {
  const rows = new Map(summary.requirements.map((row) => [row.id, row]));
  const requirements = registry.map((requirement) => {
    const { id, level } = requirement;
    return rows.get(id) ?? { id, level, status: rowStatus(requirement, undefined) };
  });
  const { incomplete } = requireExercised(
    { verdict: summary.verdict, incomplete: [], requirements },
    prefixes,
  );
  if (incomplete.length === 0) return summary;
  return {
    ...summary,
    verdict: worstVerdict([summary.verdict, 'incomplete']),
    incomplete: [...incomplete.map((reason) => ({ reason, count: 1, examples: [] })), ...summary.incomplete],
  };
}
