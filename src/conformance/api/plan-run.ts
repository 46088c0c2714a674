import { CHECKS } from '../checks/index.ts';
import type { Profile } from '../profile/profile.ts';
import { planRun as planChecks } from '../run/plan-run.ts';
import { type Shard, takeShard } from '../run/shard.ts';

export interface PlanOptions {
  /** Ids of checks or requirements, or beginnings of them; all checks unless told. */
  readonly only?: readonly string[];
  /** Ids or beginnings of what does not run. */
  readonly skip?: readonly string[];
  /** Leaves out what waits for more than a second of the real clock. */
  readonly isFast?: boolean;
  /** Runs what waits for more than three minutes too. */
  readonly isLong?: boolean;
  /** Takes one of several parts that together are the whole. */
  readonly shard?: Shard;
}

/** A check of the suite, by what it says of itself. */
export interface PlannedCheck {
  /** Stable for ever. */
  readonly id: string;
  /** Ids of the requirements that it verifies. */
  readonly requirements: readonly string[];
  /** What the profile must have for it, such as `credential:second`. */
  readonly needs: readonly string[];
  /** How long it waits for, in milliseconds of the service's time. */
  readonly waits?: number;
}

/** What will run, and why the rest will not. */
export interface RunPlan {
  readonly checks: readonly PlannedCheck[];
  readonly leftOut: readonly { readonly check: PlannedCheck; readonly reason: string }[];
  /** Needs that the profile does not meet, each once. */
  readonly unmet: readonly string[];
  readonly shard?: Shard;
}

/** Decides, without a request, which checks run against the target of a profile. */
export function planRun(profile: Profile, options: PlanOptions = {}): RunPlan {
  const { only = [], skip = [], isFast = false, isLong = false, shard } = options;
  const plan = planChecks(CHECKS, profile, { only, skip, isFast, isLong });
  return shard === undefined ? plan : { ...takeShard(plan, shard), shard };
}
