import shownBy from '../../../generated/shown-by.json' with { type: 'json' };
import type { Check } from '../suite/check-kit/check.ts';
import { costOf } from './costs.ts';
import type { Plan } from './plan-run.ts';

/** `basic`: at least one place of each requirement. `full`: all places. */
export const DEPTHS = ['basic', 'full'] as const;
export type Depth = (typeof DEPTHS)[number];

/** A target that takes longer than this to answer a read is slow, in milliseconds. */
const SLOW = 1000;

/** The depth of a run that names none: all places, unless the target took so long for its first answer that they would take hours. */
export function depthFor(firstAnswer: number): Depth {
  return firstAnswer > SLOW ? 'basic' : 'full';
}

const NOT_NEEDED = 'other checks look at one place of each of its requirements; --depth full runs it too';

/**
 * Leaves out of a plan the checks without which every requirement is still looked at in one place. Of several checks, those stay that show the
 * most for their turns and requests.
 */
export function narrowToBasic(plan: Plan): Plan {
  const shows = requirementsByCheck();
  const candidates = plan.checks
    .map((check) => ({
      check,
      weight: weigh(check),
      open: new Set([...check.requirements, ...(shows.get(check.id) ?? [])]),
    }))
    .sort((a, b) => a.weight - b.weight || (a.check.id < b.check.id ? -1 : 1));
  const kept = new Set<Check>(plan.checks.filter(({ isFirst }) => isFirst));
  for (let isOpen = candidates.length > 0; isOpen; isOpen = candidates.some(({ open }) => open.size > 0)) {
    const best = candidates.reduce((one, other) =>
      other.open.size / other.weight > one.open.size / one.weight ? other : one,
    );
    kept.add(best.check);
    const looked = [...best.open];
    for (const { open } of candidates) for (const id of looked) open.delete(id);
  }
  const isKept = (check: Check) => kept.has(check);
  const leftOut = plan.checks
    .filter((check) => !isKept(check))
    .map((check) => ({ check, reason: NOT_NEEDED }));
  return { ...plan, checks: plan.checks.filter(isKept), leftOut: [...plan.leftOut, ...leftOut] };
}

/** What a check costs in relation to others: turns are what takes time and money. Waiting costs nothing, since checks wait side by side. */
function weigh({ id }: Check): number {
  const [turns, , , requests] = costOf(id);
  return 1 + turns * 10 + requests;
}

/** The requirements of the judge that each check shows, by the id of the check. */
function requirementsByCheck(): Map<string, Set<string>> {
  const byCheck = new Map<string, Set<string>>();
  for (const [requirement, checks] of Object.entries(shownBy)) {
    for (const check of checks) byCheck.set(check, (byCheck.get(check) ?? new Set()).add(requirement));
  }
  return byCheck;
}
