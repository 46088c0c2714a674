import type { Check } from '../suite/check-kit/check.ts';
import type { BrokenClaim } from '../suite/check-kit/claim-ledger.ts';
import type { CheckRun } from '../verdict/outcome.ts';
import type { RunCheckParts } from './run-check-parts.ts';
import { limitTime } from './time-limit.ts';

/** How long a run may look for violations again, in milliseconds of the real clock. */
const LONGEST = 300_000;

/**
 * Looks for the violations that checks found again in smaller situations, once all checks have ended: musts first. What shows there is a
 * finding like any other, and the judgement lists first what needed least. What does not show changes nothing, and no check changes its
 * status.
 *
 * @param attempt runs a check that does only what the smaller situation does
 * @returns the outcomes of the checks, with the claims that were broken again
 */
export async function lookAgain(
  outcomes: readonly CheckRun[],
  run: RunCheckParts,
  attempt: (check: Check, parts: RunCheckParts) => Promise<CheckRun>,
): Promise<readonly CheckRun[]> {
  const { parts, isOver, lift } = limitTime(run, LONGEST);
  const again = new Map<string, BrokenClaim[]>();
  const hasMust = (requirements: readonly string[]) =>
    requirements.some((requirement) => run.levelOf(requirement) === 'must');
  const found = outcomes
    .filter(({ status }) => status === 'violated' || status === 'passed')
    .flatMap(({ check, found = [] }) => found.map((violation) => ({ check, ...violation })))
    .sort((one, other) => Number(hasMust(other.requirements)) - Number(hasMust(one.requirements)));
  for (const { check, requirements, smaller } of found) {
    const requirement = run.retries.choose(requirements);
    if (requirement === undefined) continue;
    const violated = run.violatedBy(check.id);
    for (let next = smaller.next(); !next.done; ) {
      if (isOver() || run.stop.aborted || !run.retries.take()) break;
      const before = violated.length;
      const { broken, isSuiteDefect, reason } = await attempt({ ...check, run: next.value }, parts);
      if (isSuiteDefect) {
        run.judgement.incomplete.push(`${check.id} did not reach its end: ${reason}`);
        break;
      }
      again.set(check.id, [...(again.get(check.id) ?? []), ...broken]);
      next = smaller.next(violated.slice(before).includes(requirement));
    }
  }
  lift();
  return outcomes.map(({ found: _, ...outcome }) =>
    outcome.status === 'violated'
      ? { ...outcome, broken: [...outcome.broken, ...(again.get(outcome.check.id) ?? [])] }
      : outcome,
  );
}
