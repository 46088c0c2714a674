import shownBy from '../../../generated/shown-by.json' with { type: 'json' };
import { SENDS } from '../judge/operations.ts';
import type { Check } from '../suite/check-kit/check.ts';
import { PLAIN_FORMS } from '../verdict/plain-forms.ts';
import { costOf, costOfAll } from './costs.ts';
import { type Candidate, combinationsOf, cover, coverMore } from './covering.ts';
import { NOT_SELECTED, type Plan } from './plan-run.ts';

/**
 * `basic`: each requirement once, and each value of each factor of a situation. `standard`: also every pair of values, every check that
 * needs no model, and as many further pairs of what is done with two values as the turns allow. `full`: everything.
 */
export const DEPTHS = ['basic', 'standard', 'full'] as const;
export type Depth = (typeof DEPTHS)[number];

/** A `standard` run is filled up to this many turns that reach a model. A smaller profile may need a few more. */
export const MOST_MODEL_TURNS = 600;

/** How many values of a situation are combined at each depth. */
const STRENGTH = { basic: 1, standard: 2 } as const;

/** Checks that send the plainest turn. Without them, every other check would report that no turn is accepted. */
const PLAINEST: ReadonlySet<string | undefined> = new Set(SENDS.map((id) => PLAIN_FORMS[id]?.check));

const LEFT_OUT = {
  basic: 'other checks look at one place of each of its requirements; --depth standard or full runs it too',
  standard: 'other checks look at every two values of its situation; --depth full runs it too',
} as const;

/** A target that takes longer than this to answer a read is slow, in milliseconds. */
const SLOW = 1000;

/**
 * The default depth of a run: `standard`, unless the target's first answer was so slow that the run would take hours. If the user selects
 * checks, all of the selected checks run.
 */
export function depthFor({ leftOut }: Plan, firstAnswer = 0): Depth {
  if (leftOut.some(({ reason }) => reason === NOT_SELECTED)) return 'full';
  return firstAnswer > SLOW ? 'basic' : 'standard';
}

/**
 * Removes checks that are not needed to cover each requirement and each combination of values that the depth asks for. The checks that
 * cover the most for their turns and requests stay.
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
  const isKept = ({ id, isFirst }: Check) =>
    isFirst || PLAINEST.has(id) || (depth === 'standard' && costOf(id)[4] === 0);
  const sorted = candidates.toSorted(
    (one, other) => one.cost - other.cost || (one.item.id < other.item.id ? -1 : 1),
  );
  const needed = cover(sorted, new Set(plan.checks.filter(isKept)));
  const chosen = depth === 'standard' ? useUp(MOST_MODEL_TURNS, sorted, needed) : needed;
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

/** Adds checks as long as their turns fit: those that do the same with two values that only other probes have combined. */
function useUp(
  turns: number,
  candidates: readonly Candidate<Check>[],
  chosen: ReadonlySet<Check>,
): ReadonlySet<Check> {
  let left = turns - modelTurnsOf([...chosen]);
  const combining = candidates.map((candidate) => ({
    ...candidate,
    shows: (candidate.item.situations ?? []).flatMap((situation) =>
      combinationsOf(situation, 2).map((combination) => `${situation.probe}: ${combination}`),
    ),
  }));
  return coverMore(combining, chosen, (check) => {
    const needed = modelTurnsOf([check]);
    if (needed > left) return false;
    left -= needed;
    return true;
  });
}

function modelTurnsOf(checks: readonly Check[]): number {
  const [, , , , modelTurns] = costOfAll(checks.map(({ id }) => id));
  return modelTurns;
}

/** Describes the depth of a run and what it cost. Returns undefined if the user selected checks. */
export function describeDepth(depth: Depth, { checks, leftOut }: Plan): string | undefined {
  if (leftOut.some(({ reason }) => reason === NOT_SELECTED)) return undefined;
  return `depth ${depth}: about ${modelTurnsOf(checks)} turns that reach a model`;
}

/**
 * The relative cost of a check. Turns that reach a model cost time and money. Waiting costs nothing, since waiting checks run in parallel.
 */
function weigh({ id }: Check): number {
  const [, , , requests, modelTurns] = costOf(id);
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
