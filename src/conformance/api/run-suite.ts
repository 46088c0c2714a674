import type { Profile } from '../profile/profile.ts';
import type { SuiteReport } from '../report/model.ts';
import { judgeTarget } from '../run/judge-target.ts';
import type { Check } from '../suite/check-kit/check.ts';
import { CHECKS } from '../suite/index.ts';
import { planRun, type RunPlan } from './plan-run.ts';

export interface RunOptions {
  readonly profile: Profile;
  /** By default every check that the profile provides for and that waits three minutes at most. */
  readonly plan?: RunPlan;
  /**
   * `full`, the default, runs every check of the plan. `standard` and `basic` leave out checks of composed situations of which other checks of
   * the plan cover every two values, or every single one. Each part of a divided plan is narrowed alone.
   */
  readonly depth?: 'basic' | 'standard' | 'full';
  /** Checks that run at once, not counting those that wait; 8 by default. */
  readonly concurrency?: number;
  /** Most turns that the run sends; unlimited by default. */
  readonly maxTurns?: number;
  /**
   * Longest duration of the run, in milliseconds; unlimited by default. At its end the run stops as with `signal`. Deleting what the run
   * created comes on top.
   */
  readonly maxDuration?: number;
  /** Certificates in PEM to trust besides the usual ones. */
  readonly ca?: string;
  /** Ids of requirements, or beginnings of ids, that the run must exercise to be complete. */
  readonly required?: readonly string[];
  /** Called with each check once it is over. */
  readonly onOutcome?: (outcome: CheckOutcome) => void;
  /** Ends the run early when it is aborted. The report then holds what was found, and is `incomplete` unless that includes a violation. */
  readonly signal?: AbortSignal;
}

/**
 * How a check ended. `incomplete` means that it was interrupted, which says nothing about the target's conformance; `left-out`, that the clocks
 * of the run could not show its result.
 */
export interface CheckOutcome {
  readonly id: string;
  readonly status: 'passed' | 'violated' | 'incomplete' | 'left-out';
}

/**
 * Runs the conformance suite against the target of a profile. The run creates chats and skills there, sends turns, and deletes what it
 * created.
 *
 * The report is redacted: it contains no credential of the profile and none that was sent, even where the target repeats one encoded.
 *
 * @throws TargetError when the target does not answer, or rejects the token of the main credential
 * @throws RangeError when the plan contains a check that the suite does not have
 */
export async function runSuite(options: RunOptions): Promise<SuiteReport> {
  const { profile, plan = planRun(profile), onOutcome, signal = new AbortController().signal } = options;
  const leftOut = plan.leftOut.map(({ check, reason }) => ({ check: findCheck(check.id), reason }));
  return judgeTarget({
    ...options,
    plan: { checks: plan.checks.map(({ id }) => findCheck(id)), leftOut, unmet: plan.unmet },
    shard: plan.shard,
    concurrency: options.concurrency,
    signal,
    onOutcome: onOutcome && (({ check: { id }, status }) => onOutcome({ id, status })),
  });
}

/** Finds a check by its id: a plan may have been stored as JSON and read again. */
function findCheck(id: string): Check {
  const check = CHECKS.find((one) => one.id === id);
  if (check === undefined) throw new RangeError(`the suite has no check ${id}; planRun gives its checks`);
  return check;
}
