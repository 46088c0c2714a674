import { TransportFailure } from '../drive/wire.ts';
import { describeSuiteDefect } from '../judge/suite-defect.ts';
import type { Check } from '../suite/check-kit/check.ts';
import type { CheckContext, SmallerSituations } from '../suite/check-kit/context.ts';
import { isInterruption } from '../suite/check-kit/interruption.ts';
import type { RunCheckParts } from './run-check-parts.ts';
import { limitTime } from './time-limit.ts';

/** How long one check may take to look for its violations again, in milliseconds of the real clock. */
const LONGEST = 60_000;

/** Requirements that were violated together, with smaller situations in which that may show too. */
export interface FoundViolation {
  readonly requirements: readonly string[];
  readonly smaller: SmallerSituations;
}

/**
 * Looks for the violations of a check again in smaller situations, after the check has ended. What shows there is a finding like any other,
 * and the judgement lists the findings to which the least led first. What does not show changes nothing: the outcome of the check stands.
 *
 * @param open opens a context for the check
 */
export async function lookAgain(
  check: Check,
  run: RunCheckParts,
  found: readonly FoundViolation[],
  open: (parts: RunCheckParts) => CheckContext,
): Promise<void> {
  if (found.length === 0 || run.stop.aborted) return;
  const { parts, isOver, lift } = limitTime(run, LONGEST);
  const t = open({ ...parts, takeTurn: run.takeSpareTurn });
  try {
    for (const { requirements, smaller } of found) {
      const requirement = run.retries.choose(requirements);
      if (requirement === undefined) continue;
      for (let next = smaller.next(); !next.done; ) {
        if (isOver() || run.stop.aborted || !run.retries.take()) return;
        next = smaller.next(await shows(t, requirement, next.value));
      }
    }
  } catch (error) {
    run.judgement.incomplete.push(describeSuiteDefect(check.id, error));
  } finally {
    lift();
  }
}

/** Whether a violation shows in a situation. Whatever prevents the situation shows nothing. @throws defects of the suite */
async function shows(
  t: CheckContext,
  requirement: string,
  again: (t: CheckContext) => Promise<unknown>,
): Promise<boolean> {
  const before = t.violated.length;
  try {
    await again(t);
  } catch (error) {
    if (!isInterruption(error) && !(error instanceof TransportFailure)) throw error;
  }
  return t.violated.slice(before).includes(requirement);
}
