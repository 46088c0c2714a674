import type { Check } from '../suite/check-kit/check.ts';
import type { CheckRun } from '../verdict/outcome.ts';
import type { RunCheckParts } from './run-check.ts';
import { limitTime } from './time-limit.ts';

/** How long a run may look for violations again, in milliseconds of the real clock. */
const LONGEST = 300_000;
/** How many smaller situations a run tries: a target with many defects would otherwise pay for many more turns. */
const MOST = 30;
/** How often a run looks for violations of one requirement again: one that shows everywhere shows in small situations anyway. */
const MOST_OF_REQUIREMENT = 2;

export interface LookAgainOptions {
  /** How many smaller situations are tried. */
  readonly most?: number | undefined;
  /** Called before each of them, with the check that found the violation, and how many may still follow. */
  readonly onTry?: ((check: Check, left: number) => void) | undefined;
}

/**
 * Looks for the violations that checks found again in smaller situations, once all checks have ended: musts first. What shows there is a
 * finding like any other, and the judgement lists first what needed least. What does not show changes nothing, and no check changes its
 * status.
 *
 * @param attempt runs a check that does only what the smaller situation does
 * @returns the outcomes of the checks, with the claims that were broken again and what could not be deleted
 */
export async function lookAgain(
  outcomes: readonly CheckRun[],
  run: RunCheckParts,
  attempt: (check: Check, parts: RunCheckParts) => Promise<CheckRun>,
  { most = MOST, onTry = () => {} }: LookAgainOptions = {},
): Promise<readonly CheckRun[]> {
  const { parts, isOver, lift } = limitTime(run, LONGEST);
  const tries = new Map<string, CheckRun[]>();
  const looked = new Map<string, number>();
  let left = most;
  for (const { check, requirements, smaller } of mustsFirst(outcomes, run)) {
    const requirement = requirements.find((id) => (looked.get(id) ?? 0) < MOST_OF_REQUIREMENT);
    if (requirement === undefined) continue;
    looked.set(requirement, (looked.get(requirement) ?? 0) + 1);
    const violated = run.violatedBy(check.id);
    for (let next = smaller.next(); !next.done && left > 0 && !isOver() && !run.stop.aborted; left -= 1) {
      const before = violated.length;
      onTry(check, left - 1);
      const tried = await attempt({ ...check, run: next.value }, parts);
      tries.set(check.id, [...(tries.get(check.id) ?? []), tried]);
      if (tried.isSuiteDefect) {
        run.judgement.incomplete.push(`${check.id} did not reach its end: ${tried.reason}`);
        break;
      }
      next = smaller.next(violated.slice(before).includes(requirement));
    }
  }
  lift();
  return outcomes.map((outcome) => withTries(outcome, tries.get(outcome.check.id) ?? []));
}

/** What the checks that reached their end found. Of requirements that were violated together, the musts come first too. */
function mustsFirst(outcomes: readonly CheckRun[], { levelOf }: RunCheckParts) {
  const isMust = (requirement: string) => levelOf(requirement) === 'must';
  return outcomes
    .filter(({ status }) => status === 'violated' || status === 'passed')
    .flatMap(({ check, found = [] }) => found.map((violation) => ({ check, ...violation })))
    .map(({ requirements, ...violation }) => ({
      ...violation,
      requirements: requirements.toSorted((one, other) => Number(isMust(other)) - Number(isMust(one))),
    }))
    .sort((one, other) => Number(other.requirements.some(isMust)) - Number(one.requirements.some(isMust)));
}

function withTries({ found: _, ...outcome }: CheckRun, tries: readonly CheckRun[]): CheckRun {
  const broken = outcome.status === 'violated' ? tries.flatMap((tried) => tried.broken) : [];
  return {
    ...outcome,
    broken: [...outcome.broken, ...broken],
    left: [...outcome.left, ...tries.flatMap(({ left }) => left)],
  };
}
