import type { Variant } from '../../../src/alterations/alteration.ts';
import type { Check } from '../../../src/conformance/check-kit/check.ts';
import { slipOf } from '../judge-in-rounds.ts';
import { alarmsIn, judgeReference } from '../judge-reference.ts';

/**
 * Judges a server with several variants.
 *
 * @returns the false alarms, the checks that did not reach their end, and a programming error of a variant; none for a sound suite
 */
export async function judgeCombination(
  variants: readonly Variant[],
  checks: readonly Check[],
): Promise<readonly string[]> {
  const run = await judgeReference({ checks, decorators: variants });
  const slip = slipOf(run);
  return [
    ...alarmsIn(run.report),
    ...run.report.incomplete,
    ...(slip ? [`programming error: ${String(slip)}`] : []),
  ];
}
