import type { Variant } from '../../../src/alterations/alteration.ts';
import type { Check } from '../../../src/conformance/check-kit/check.ts';
import { alarmsIn, judgeReference } from '../judge-reference.ts';

/** How often a combination with problems is judged before they count, because a busy machine can cause one. */
const ATTEMPTS = 3;

/**
 * Judges a server with several variants.
 *
 * @returns the false alarms, and the checks that did not reach their end, that every attempt showed; none for a sound suite
 */
export async function judgeCombination(
  variants: readonly Variant[],
  checks: readonly Check[],
): Promise<readonly string[]> {
  let problems = await problemsUnder(variants, checks);
  for (let attempt = 1; attempt < ATTEMPTS && problems.length > 0; attempt += 1) {
    const again = new Set((await problemsUnder(variants, checks)).map(subjectOf));
    problems = problems.filter((problem) => again.has(subjectOf(problem)));
  }
  return problems;
}

async function problemsUnder(variants: readonly Variant[], checks: readonly Check[]): Promise<string[]> {
  const { report, defects } = await judgeReference({ checks, decorators: variants });
  const slips = defects.filter((defect) => defect instanceof TypeError || defect instanceof ReferenceError);
  return [...alarmsIn(report), ...report.incomplete, ...slips.map((slip) => `slip: ${String(slip)}`)];
}

/** The requirement or the check that a problem begins with. The rest may differ from run to run. */
function subjectOf(problem: string): string {
  return problem.split(/[: ]/, 1)[0] ?? problem;
}
