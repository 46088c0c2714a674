import { randomUUID } from 'node:crypto';
import { JoinedRuns } from '../report/joined-runs.ts';
import type { LiveReport, Rounds, TargetReport } from '../report/model.ts';
import { addRounds, countRound, lackOf } from '../report/rounds.ts';

export interface RoundsOptions {
  /** Rounds in all, with those of the earlier report. */
  readonly planned: number;
  /** Rounds that run at once. */
  readonly concurrency: number;
  /** The report of an earlier run whose rounds count too. */
  readonly earlier?: TargetReport | undefined;
  /** Runs one round. */
  judge(): Promise<LiveReport>;
  /** Why no more rounds may begin; undefined as long as they may. */
  whyStopped(): string | undefined;
}

/**
 * Runs the same checks again and again, each round on its own, and joins what the rounds show. A round that was cut short counts only for what
 * it found violated.
 */
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
 * What a round that was cut short found violated. It counts in no share: of the rounds in which a violation stops the run, more would be counted
 * than of the others.
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
