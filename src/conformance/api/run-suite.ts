import type { Check } from '../check-kit/check.ts';
import { CHECKS } from '../checks/index.ts';
import { DRIVE_LIMITS } from '../drive/limits.ts';
import { openTransport } from '../drive/undici-transport.ts';
import type { Profile } from '../profile/profile.ts';
import { redactResult } from '../redaction/redact-result.ts';
import { loadRegistry } from '../registry.ts';
import { reportLive } from '../report/live.ts';
import { runSuite as run } from '../run/run-suite.ts';
import { planRun, type RunPlan } from './plan-run.ts';
import { reportHeader, type SuiteReport } from './report.ts';

export interface RunOptions {
  readonly profile: Profile;
  /** All that the profile provides for and waits for three minutes at most, unless told. */
  readonly plan?: RunPlan;
  /** Checks that run at once, those aside that wait; 4 unless told. */
  readonly concurrency?: number;
  /** Turns that are sent at most; as many as the checks send unless told. */
  readonly maxTurns?: number;
  /** Certificates in PEM that are trusted besides the usual ones. */
  readonly ca?: string;
  /** Told of each check that is over. */
  readonly onOutcome?: (outcome: CheckOutcome) => void;
  /** Aborted to stop early: the promise then fulfils with what was found until then, and the verdict is `incomplete` at best. */
  readonly signal?: AbortSignal;
}

/** What became of a check. `incomplete`: it did not reach its end, which says nothing about the target's conformance. */
export interface CheckOutcome {
  readonly id: string;
  readonly status: 'passed' | 'violated' | 'incomplete';
}

const CONCURRENCY = 4;

/**
 * Runs the conformance suite against the target of a profile, which makes and deletes chats and skills there and sends turns.
 *
 * The report is redacted: no credential of the profile, and none that was sent, is in it, in whatever form the target gives it
 * back. A target that cannot be reached is no error; the verdict is then `incomplete`, and `incomplete` says why.
 *
 * @throws RangeError for a plan with a check that the suite does not have
 */
export async function runSuite(options: RunOptions): Promise<SuiteReport> {
  const { profile, plan = planRun(profile), ca, onOutcome, signal } = options;
  const { shard, leftOut } = plan;
  const registry = loadRegistry();
  const whole = { checks: findChecks(plan.checks), leftOut: resolveLeftOut(leftOut), unmet: plan.unmet };
  const transport = openTransport({ baseUrl: profile.baseUrl, limits: DRIVE_LIMITS, ca });
  try {
    const result = await run({
      plan: whole,
      profile,
      transport,
      requirements: registry.requirements,
      concurrency: options.concurrency ?? CONCURRENCY,
      maxTurns: options.maxTurns,
      signal,
      onOutcome: onOutcome && (({ check: { id }, status }) => onOutcome({ id, status })),
    });
    const report = reportLive(redactResult(result, profile), { profile, registry, leftOut, shard });
    return { ...reportHeader('live', registry.contract), ...report };
  } finally {
    await transport.close();
  }
}

/** A plan may have been written down and read again, so its checks are found by their ids. */
function findChecks(planned: RunPlan['checks']): Check[] {
  return planned.map(({ id }) => {
    const check = CHECKS.find((one) => one.id === id);
    if (check === undefined) throw new RangeError(`the suite has no check ${id}; planRun gives its checks`);
    return check;
  });
}

function resolveLeftOut(leftOut: RunPlan['leftOut']) {
  const checks = findChecks(leftOut.map(({ check }) => check));
  return leftOut.map(({ reason }, index) => ({ check: checks[index] as Check, reason }));
}
