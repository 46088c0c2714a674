import type { Shard } from '../files/shard.ts';
import { worstVerdict } from '../verdict/verdict.ts';
import { countVerdicts, sumSummaries } from './counts.ts';
import type { Report, ReportHeader, TargetReport } from './model.ts';

/**
 * Joins the reports of the inputs.
 *
 * @param shard the part of the files that was judged, if not all of them
 */
export function assembleReport(
  header: ReportHeader,
  targets: readonly TargetReport[],
  shard?: Shard,
): Report {
  const [only] = targets;
  const part = shard && { shard };
  if (only && targets.length === 1) return { ...header, ...only, ...part };
  const verdicts = targets.map(({ verdict }) => verdict);
  return {
    ...header,
    ...part,
    verdict: worstVerdict(verdicts),
    summary: { ...sumSummaries(targets.map(({ summary }) => summary)), targets: countVerdicts(verdicts) },
    targets,
  };
}
