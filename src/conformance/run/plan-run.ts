import type { Check } from '../check-kit/check.ts';
import { describeUnmet, isMet } from '../profile/is-met.ts';
import type { Profile } from '../profile/profile.ts';
import { isUnder } from '../selection.ts';

export interface Selection {
  /** Ids of checks or requirements, or beginnings of ids; all checks when empty. */
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** Whether to leave out checks that wait for more than a second of the real clock. */
  readonly isFast: boolean;
  /** Whether to include checks that wait for more than three minutes of the real clock. */
  readonly isLong: boolean;
}

/** The checks that will run, and the others with the reason why they will not. */
export interface Plan {
  readonly checks: readonly Check[];
  readonly leftOut: readonly { readonly check: Check; readonly reason: string }[];
  /** Needs that the profile does not meet, without repetition. */
  readonly unmet: readonly string[];
}

const FAST = 1000;
const LONG = 180_000;

/** Decides which checks run. Sends nothing. */
export function planRun(checks: readonly Check[], profile: Profile, selection: Selection): Plan {
  const running: Check[] = [];
  const leftOut: { check: Check; reason: string }[] = [];
  const unmet = new Set<string>();
  for (const check of checks) {
    const missing = check.needs.filter((need) => !isMet(need, profile));
    const reason = unselected(check, profile, selection) ?? describeNeeds(missing, profile);
    if (reason === undefined) running.push(check);
    else leftOut.push({ check, reason });
    for (const need of missing) unmet.add(need);
  }
  // Checks that wait start first, and wait side by side.
  running.sort((a, b) => (b.waits ?? 0) - (a.waits ?? 0));
  return { checks: running, leftOut, unmet: [...unmet].sort() };
}

function unselected(check: Check, { timers }: Profile, selection: Selection): string | undefined {
  const { only, skip, isFast, isLong } = selection;
  const ids = [check.id, ...check.requirements];
  const names = (prefixes: readonly string[]) =>
    prefixes.some((prefix) => ids.some((id) => isUnder(id, prefix)));
  if (only.length > 0 && !names(only)) return 'not selected';
  if (names(skip)) return 'skipped';
  const wait = (check.waits ?? 0) / timers.timeScale;
  if (isFast && wait > FAST) return `waits for ${Math.ceil(wait / 1000)} s, and --fast is given`;
  if (!isLong && wait > LONG) return `waits for ${Math.ceil(wait / 60_000)} minutes; --long runs it`;
  return undefined;
}

function describeNeeds(missing: readonly string[], profile: Profile): string | undefined {
  if (missing.length === 0) return undefined;
  return `the profile has no ${missing.map((need) => describeUnmet(need, profile)).join(', ')}`;
}
