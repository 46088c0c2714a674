import { type Shard, takeShard } from '../files/shard.ts';
import type { Profile } from '../profile/profile.ts';
import { planChecks } from '../run/plan-run.ts';
import { CHECKS } from '../suite/index.ts';

export interface PlanOptions {
  /** Ids that reports, `list` or `explain` print, or beginnings of ids, to select; all checks by default. */
  readonly only?: readonly string[];
  /** Ids, or beginnings of ids, to leave out. */
  readonly skip?: readonly string[];
  /** Whether to leave out checks that wait for more than a second of the real clock. */
  readonly isFast?: boolean;
  /** Whether to include checks that wait for more than three minutes of the real clock. */
  readonly isLong?: boolean;
  /** Selects one of several parts that together are the whole plan. */
  readonly shard?: Shard;
}

/** A check of the suite, without its code. */
export interface PlannedCheck {
  /** Never changes. */
  readonly id: string;
  /** Ids of the requirements that it verifies. */
  readonly requirements: readonly string[];
  /** Entries that the profile must have, such as `credential:second`. */
  readonly needs: readonly string[];
  /** How long the check waits, in milliseconds of the service's time. */
  readonly waits?: number;
}

/** The checks that will run, and the others with the reason why they will not. */
export interface RunPlan {
  readonly checks: readonly PlannedCheck[];
  readonly leftOut: readonly { readonly check: PlannedCheck; readonly reason: string }[];
  /** Needs that the profile does not meet, without repetition. */
  readonly unmet: readonly string[];
  readonly shard?: Shard;
}

/**
 * Decides which checks run against the target of a profile. Sends nothing.
 *
 * @throws SelectionError when an id of `only` or `skip` selects nothing
 */
export function planRun(profile: Profile, options: PlanOptions = {}): RunPlan {
  const { only = [], skip = [], isFast = false, isLong = false, shard } = options;
  const plan = planChecks(CHECKS, profile, { only, skip, isFast, isLong });
  return shard === undefined ? plan : { ...takeShard(plan, shard), shard };
}
