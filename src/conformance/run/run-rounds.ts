import { randomUUID } from 'node:crypto';
import { JoinedRuns } from '../report/joined-runs.ts';
import type { LiveReport, Rounds, TargetReport } from '../report/model.ts';
import { addRounds, countRound, lackOf } from '../report/rounds.ts';

export interface RoundsOptions {
  /** Total number of rounds, including those in the earlier report. */
  readonly planned: number;
  /** Rounds that run in parallel. */
  readonly concurrency: number;
  /** The report of an earlier run whose rounds count as well. */
  readonly earlier?: TargetReport | undefined;
  /** Runs one round. */
  judge(): Promise<LiveReport>;
  /** Why no more rounds may start, or undefined while they may. */
  whyStopped(): string | undefined;
}

/** Runs the same checks in independent rounds and joins their results. From a round that was cut short, only the violations count. */
export async function runRounds({
  planned,
  concurrency,
  earlier,
  judge,
  whyStopped,
}: RoundsOptions): Promise<LiveReport> {
  const joined = new JoinedRuns();
  const reasons = new Map<string, number>();
  let total: Rounds | undefined;
  let header: LiveReport | undefined;
  let begun = 0;
  const note = (reason: string) => reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  if (earlier?.repeated) {
    joined.add(earlier);
    total = earlier.repeated;
    begun = total.done;
    const lack = lackOf(total);
    for (const reason of earlier.incomplete) if (reason !== lack) note(reason);
  }
  const work = async () => {
    while (begun < planned && whyStopped() === undefined) {
      begun += 1;
      const report = await judge();
      const stopped = whyStopped();
      const isWhole = stopped === undefined || !report.incomplete.some((reason) => reason.includes(stopped));
      header ??= report;
      if (isWhole) for (const reason of report.incomplete) note(reason);
      joined.add(isWhole ? countRound(report) : onlyViolations(report));
      if (isWhole) total = addRounds(total, { done: 1, planned: 0, runs: [] });
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  const stopped = whyStopped();
  const done = total?.done ?? 0;
  const runs = [...(earlier?.repeated?.runs ?? []), randomUUID()];
  const repeated = { done, planned, runs, ...(done < planned && stopped !== undefined && { stopped }) };
  const lack = lackOf(repeated);
  const incomplete = [...(lack ? [lack] : []), ...[...reasons].map(describeReason)];
  const result = { ...joined.finish(incomplete), repeated };
  return { timeScale: header?.timeScale ?? earlier?.timeScale ?? 1, ...header, ...result };
}

/**
 * Keeps only the violations of a round that was cut short. The round does not count in any share: violations stop runs, so counting it
 * would inflate their share.
 */
function onlyViolations(report: TargetReport): TargetReport {
  return {
    ...report,
    requirements: report.requirements.map((row) => ({
      ...row,
      ...(row.violations === 0 && row.status === 'passed' && { status: 'not-exercised' as const }),
      rounds: { seen: 0, violated: 0 },
    })),
  };
}

function describeReason([reason, count]: readonly [string, number]): string {
  return count === 1 ? reason : `${reason} (in ${count} rounds)`;
}
