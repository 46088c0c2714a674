import { compareRuns } from '../comparison/compare-runs.ts';
import {
  type ComparedServer,
  type ComparisonReport,
  cutTexts,
  reportDifferences,
} from '../comparison/report.ts';
import { matchOperation } from '../judge/operations.ts';
import { loadRegistry } from '../registry/registry.ts';
import { reportHeader } from '../report/header.ts';
import { reportTarget } from '../report/target.ts';
import type { SuiteResult } from '../verdict/outcome.ts';
import { atTarget, type JudgeTargetOptions } from './judge-target.ts';
import { redactorFor } from './redact-result.ts';
import { runChecks } from './run-checks.ts';
import { TurnBudget } from './turn-budget.ts';

/** Findings kept per requirement. Each one explains a difference at the place where it was found. */
const MOST_FINDINGS = 500;

export interface CompareTargetsOptions
  extends Omit<JudgeTargetOptions, 'knownFailures' | 'repeat' | 'required'> {
  /** The profile of the second server. */
  readonly against: JudgeTargetOptions['profile'];
}

/**
 * Runs the same checks against two servers, then against the first one again, to learn what differs by chance. The limits on turns and
 * duration apply to each run.
 *
 * @throws TargetError when a server does not answer, or rejects the token of its main credential
 */
export async function compareTargets(options: CompareTargetsOptions): Promise<ComparisonReport> {
  const { profile, against, flags } = options;
  const one = await runOnce(options, profile);
  const other = await runOnce(options, against);
  const again = await runOnce(options, profile);
  const comparison = compareRuns(one, other, again, profile.timers.timeScale);
  const report: ComparisonReport = {
    ...reportHeader('live', loadRegistry().contract),
    mode: 'comparison',
    servers: [
      withAgain(describeServer([one, again], profile.baseUrl), again),
      describeServer([other], against.baseUrl),
    ],
    pairs: comparison.pairs,
    unpaired: comparison.unpaired,
    differences: reportDifferences(comparison, profile.baseUrl, flags),
  };
  return cutTexts(
    redactorFor(against, other.exchanges).json(redactorFor(profile, one.exchanges).json(report)),
  );
}

function runOnce(options: JudgeTargetOptions, profile: JudgeTargetOptions['profile']): Promise<SuiteResult> {
  const turns = new TurnBudget(options.maxTurns);
  const { requirements } = loadRegistry();
  return atTarget({ ...options, profile }, (reached) =>
    runChecks({ ...reached, turns, requirements, mostFindings: MOST_FINDINGS, retries: 0 }),
  );
}

/** If the second run was incomplete, some random differences may not have shown. */
function withAgain(server: ComparedServer, { judgement }: SuiteResult): ComparedServer {
  const reasons = judgement.incomplete.map((reason) => `in the run that shows what is chance: ${reason}`);
  return { ...server, incomplete: [...new Set([...server.incomplete, ...reasons])] };
}

/** @param runs the runs at the server, of which the first is judged */
function describeServer(runs: readonly [SuiteResult, ...SuiteResult[]], baseUrl: string): ComparedServer {
  const [{ judgement, outcomes }] = runs;
  const { target, verdict, summary, incomplete } = reportTarget(baseUrl, judgement, loadRegistry());
  const exchanges = runs.flatMap((run) => run.exchanges);
  const turns = exchanges.filter(({ request: { method, path } }) => {
    const id = matchOperation(method, path)?.operation.operationId;
    return id === 'sendMessage' || id === 'streamMessage';
  }).length;
  const sent = { runs: runs.length, turns, exchanges: exchanges.length };
  return { target, verdict, summary, incomplete, sent, leftovers: outcomes.flatMap(({ left }) => left) };
}
