import shownBy from '../../../generated/shown-by.json' with { type: 'json' };
import type { Check } from '../suite/check-kit/check.ts';
import { costOf, costOfAll } from './costs.ts';
import { combinationsOf, cover } from './covering.ts';
import { isSelection, type Plan } from './plan-run.ts';

/**
 * `full`: everything. `standard` and `basic` leave out checks of composed situations whose every two values (`standard`) or every single value
 * (`basic`) other checks cover too. A check that composes no situation is in every depth, since no other check does the same.
 */
export const DEPTHS = ['basic', 'standard', 'full'] as const;
export type Depth = (typeof DEPTHS)[number];

/** How many values of a situation are combined at each depth. */
const STRENGTH = { basic: 1, standard: 2 } as const;

const LEFT_OUT = {
  basic: 'each part of its situation also comes up in another check; --depth full runs it too',
  standard: 'any two parts of its situation also come up together in another check; --depth full runs it too',
} as const;

/**
 * Removes checks that are not needed to cover each combination of values that the depth asks for, and each requirement. The checks that cover
 * the most for their turns and requests stay.
 */
export function narrowPlan(plan: Plan, depth: Depth): Plan {
  if (depth === 'full' || plan.narrowedTo === depth) return plan;
  const shows = requirementsByCheck();
  const candidates = plan.checks.map((item) => ({
    item,
    cost: weigh(item),
    shows: [
      ...item.requirements,
      ...(shows.get(item.id) ?? []),
      ...(item.situations ?? []).flatMap((situation) => combinationsOf(situation, STRENGTH[depth])),
    ],
  }));
  const sorted = candidates.toSorted(
    (one, other) => one.cost - other.cost || (one.item.id < other.item.id ? -1 : 1),
  );
  const isKept = ({ situations = [], isFirst }: Check) => isFirst || situations.length === 0;
  const chosen = cover(sorted, new Set(plan.checks.filter(isKept)));
  const leftOut = plan.checks
    .filter((check) => !chosen.has(check))
    .map((check) => ({ check, reason: LEFT_OUT[depth] }));
  return {
    ...plan,
    narrowedTo: depth,
    checks: plan.checks.filter((check) => chosen.has(check)),
    leftOut: [...plan.leftOut, ...leftOut],
  };
}

/** Describes the depth of a run, what it cost, and what it left out. Returns undefined if the user selected checks. */
export function describeDepth(depth: Depth, plan: Plan): string | undefined {
  if (isSelection(plan)) return undefined;
  const { checks, leftOut } = plan;
  const { modelTurns } = costOfAll(checks);
  const spared = depth === 'full' ? [] : leftOut.filter(({ reason }) => reason === LEFT_OUT[depth]);
  const without = spared.length === 0 ? '' : `; ${spared.length} checks of composed situations were left out`;
  return `depth ${depth}: about ${modelTurns} turns that reach a model${without}`;
}

/**
 * The relative cost of a check. Turns that reach a model cost time and money. Waiting costs nothing, since waiting checks run in parallel.
 */
function weigh({ id }: Check): number {
  const { requests, modelTurns } = costOf(id);
  return 1 + modelTurns * 50 + requests;
}

/** The requirements that the stream judge verifies in the exchanges of each check, by the id of the check. */
function requirementsByCheck(): Map<string, Set<string>> {
  const byCheck = new Map<string, Set<string>>();
  for (const [requirement, checks] of Object.entries(shownBy)) {
    for (const check of checks) byCheck.set(check, (byCheck.get(check) ?? new Set()).add(requirement));
  }
  return byCheck;
}
