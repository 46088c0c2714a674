import { describeUnmet, isMet } from '../profile/is-met.ts';
import type { Profile } from '../profile/profile.ts';
import type { Check } from '../suite/check-kit/check.ts';
import { describeMissingNeeds, joinReasons } from '../verdict/missing-needs.ts';
import { findSelected, findSkipped } from './selectors.ts';

export interface Selection {
  /** Ids or id prefixes, as printed by reports, `list` or `explain`. All checks run if empty. */
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** Whether to leave out checks that wait for more than a second of the real clock. */
  readonly isFast: boolean;
  /** Whether to include checks that wait for more than three minutes of the real clock. */
  readonly isLong: boolean;
}

/** The checks that will run, and the others with the reason why they will not. */
export interface Plan {
  /** The depth to which the plan has been narrowed. */
  readonly narrowedTo?: string;
  readonly checks: readonly Check[];
  readonly leftOut: readonly { readonly check: Check; readonly reason: string }[];
  /** Needs that the profile does not meet, without duplicates. */
  readonly unmet: readonly string[];
}

/** The reason given for checks that `only` does not select. */
export const NOT_SELECTED = 'not selected';

/** Whether a plan has only the checks that the user selected. */
export function isSelection({ leftOut }: Plan): boolean {
  return leftOut.some(({ reason }) => reason === NOT_SELECTED);
}

const FAST = 1000;
const LONG = 180_000;

/** Decides which checks run. Sends nothing. @throws SelectionError when an id in `only` or `skip` selects nothing */
export function planChecks(checks: readonly Check[], profile: Profile, selection: Selection): Plan {
  const running: Check[] = [];
  const leftOut: { check: Check; reason: string }[] = [];
  const unmet = new Set<string>();
  const isNamed = (ids: readonly string[], find: typeof findSelected) => {
    const sets = ids.map((id) => find(id, checks));
    return ({ id }: Check) => sets.some((selected) => selected.has(id));
  };
  const named = {
    only: isNamed(selection.only, findSelected),
    skip: isNamed(selection.skip, findSkipped),
  };
  for (const check of checks) {
    const missing = check.needs.filter((need) => !isMet(need, profile));
    const reason =
      unselected(check, named, selection) ??
      joinReasons(describeNeeds(missing, profile), describeWait(check, profile, selection));
    if (reason === undefined) running.push(check);
    else leftOut.push({ check, reason });
    for (const need of missing) unmet.add(need);
  }
  // Waiting checks start first and run in parallel.
  running.sort((a, b) => (b.waits ?? 0) - (a.waits ?? 0));
  return { checks: running, leftOut, unmet: [...unmet].sort() };
}

function unselected(
  check: Check,
  named: Readonly<Record<'only' | 'skip', (check: Check) => boolean>>,
  { only }: Selection,
): string | undefined {
  if (only.length > 0 && !named.only(check)) return NOT_SELECTED;
  if (named.skip(check)) return 'skipped';
  return undefined;
}

function describeWait(check: Check, { timers }: Profile, { isFast, isLong }: Selection): string | undefined {
  const wait = (check.waits ?? 0) / timers.timeScale;
  if (isFast && wait > FAST) return `waits for ${Math.ceil(wait / 1000)} s, and --fast is given`;
  if (!isLong && wait > LONG) return `waits for ${Math.ceil(wait / 60_000)} minutes; --long runs it`;
  return undefined;
}

function describeNeeds(missing: readonly string[], profile: Profile): string | undefined {
  if (missing.length === 0) return undefined;
  return describeMissingNeeds(missing.map((need) => describeUnmet(need, profile)));
}
