import type { Judgement } from '../judge/judgement.ts';
import { refutedAbsences } from '../profile/absences.ts';
import type { Check } from '../suite/check-kit/check.ts';
import { settleClaims } from '../verdict/consequences.ts';
import { describeCutStreams } from '../verdict/cut-streams.ts';
import { describeDelivery } from '../verdict/delivery.ts';
import { readMissingNeeds } from '../verdict/missing-needs.ts';
import { NotServed } from '../verdict/not-served.ts';
import type { CheckOutcome, CheckRun, SuiteResult } from '../verdict/outcome.ts';
import { ProfileAudit } from '../verdict/profile-audit.ts';
import { RootCauses } from '../verdict/root-causes.ts';
import { explainFindings } from '../verdict/server-causes.ts';
import { describeStop } from './deadline.ts';
import { lookAgain } from './look-again.ts';
import { type OpenRunOptions, openRun } from './open-run.ts';
import { PathAudit } from './path-audit.ts';
import type { Plan } from './plan-run.ts';
import { runRepeating } from './repeat.ts';
import { runCheck } from './run-check.ts';

/** Checks that run in parallel by default, not counting those that wait. */
export const CONCURRENCY = 8;

export interface SuiteOptions extends OpenRunOptions {
  readonly plan: Plan;
  /** Checks that run in parallel, not counting those that wait; 8 by default. */
  readonly concurrency?: number | undefined;
  /** How many smaller situations the run tries after violations; 30 by default. */
  readonly retries?: number | undefined;
  /** Called when a check starts. */
  readonly onBegin?: ((check: Check) => void) | undefined;
  /** Called when the run looks for a violation of a check in a smaller situation, with how many may still follow. */
  readonly onLookAgain?: ((check: Check, left: number) => void) | undefined;
  /** Called when a check has ended. */
  readonly onOutcome?: ((outcome: CheckOutcome) => void) | undefined;
}

/** Runs a plan against a target: stages 1 to 3 of judge-target.ts. The result contains secrets. */
export async function runChecks({
  plan,
  concurrency = CONCURRENCY,
  retries,
  onBegin,
  onLookAgain,
  onOutcome,
  ...options
}: SuiteOptions): Promise<SuiteResult> {
  const started = new Date();
  const run = openRun(options);
  const { judgement, log, stop } = run;
  const { exchanges } = log;
  noteLeftOut(plan, judgement);
  const doubts = new ProfileAudit({ judgement, exchanges, stop, runCheck: (check) => runCheck(check, run) });
  const path = new PathAudit(run);
  const outcomes: CheckRun[] = [];
  const conclude = async (tried: CheckRun) => {
    const outcome = await doubts.weigh(await path.weigh(tried));
    if (outcome.status === 'left-out') noteDoubts(outcome, judgement);
    outcomes.push(outcome);
    onOutcome?.(outcome);
  };
  let pathRemarks: readonly string[] = [];
  const running = async () => {
    await runRepeating(plan.checks, run, { concurrency, onBegin, conclude });
    if (options.signal?.aborted) judgement.incomplete.push(describeStop(options.signal));
    pathRemarks = await path.conclude();
    run.conclude();
    return lookAgain(outcomes, run, runCheck, { most: retries, onTry: onLookAgain });
  };
  const ended = await running().finally(() => run.close());
  for (const name of refutedAbsences(
    options.profile.absent ?? [],
    (id) => judgement.rows.get(id)?.exercised === true,
  ))
    judgement.incomplete.push(
      `the profile says that the service has no ${name}, and the run saw one; remove it from absent`,
    );
  const { strangers } = run.transport;
  if (strangers.reason !== undefined) judgement.incomplete.unshift(strangers.reason);
  const notServed = new NotServed(exchanges);
  notServed.withholdAdvice(judgement);
  const causes = new RootCauses(exchanges, judgement, notServed);
  const explained = ended.map((outcome) => causes.explain(outcome));
  for (const outcome of explained) noteInterrupted(outcome, judgement);
  const settled = settleClaims(explained, exchanges, judgement, causes);
  judgement.putSmallestFirst();
  const { timeScale } = run.profile.timers;
  const likely = explainFindings({ exchanges, judgement, timeScale });
  return {
    judgement,
    remarks: [
      ...pathRemarks,
      ...notServed.describe(),
      ...likely,
      ...describeDelivery(exchanges, timeScale),
      ...describeCutStreams(exchanges),
      ...strangers.remarks,
    ],
    outcomes: settled,
    exchanges,
    started,
    duration: Math.round(run.now()),
    server: exchanges.find(({ headers }) => headers?.server !== undefined)?.headers?.server,
  };
}

/** Records that the requirements of a check that was left out could not be judged. If they seemed violated, the run has not judged everything. */
function noteDoubts(
  { check, reason = 'its clocks showed nothing', doubted = [] }: CheckRun,
  judgement: Judgement,
): void {
  for (const requirement of check.requirements) judgement.cannotJudge(requirement, reason);
  for (const requirement of doubted) judgement.doubt(requirement, reason);
  if (doubted.length > 0)
    judgement.incomplete.push(
      `${check.id} saw ${doubted.join(', ')} violated, but ${reason}; run it on a calmer machine or at a smaller time scale`,
    );
}

function noteInterrupted(outcome: CheckOutcome, judgement: Judgement): void {
  const { check, status, reason } = outcome;
  if (status === 'incomplete')
    judgement.incomplete.push(`${check.id} did not reach its end: ${reason}${nameCause(check, outcome)}`);
}

/** The scenarios and faults that the check depends on, unless the reason already names its cause. */
function nameCause({ needs }: Check, { reason = '', failure, hasRootCause }: CheckOutcome): string {
  const causes = needs.filter((need) => /^(scenario|fault):/.test(need));
  const isNamed = /\b(scenario|fault|credential|resource):/.test(reason);
  return causes.length === 0 || isNamed || failure || hasRootCause ? '' : ` (${causes.join(', ')})`;
}

/**
 * Only the first reason for each requirement is kept, so checks with the fewest missing needs come first: they are the easiest to enable.
 */
function noteLeftOut({ leftOut }: Plan, judgement: Judgement): void {
  const missing = ({ reason }: Plan['leftOut'][number]) => readMissingNeeds(reason).length;
  for (const { check, reason } of [...leftOut].sort((a, b) => missing(a) - missing(b))) {
    for (const requirement of check.requirements) judgement.cannotJudge(requirement, reason);
  }
}
