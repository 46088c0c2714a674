import type { Variant } from '../../../src/alterations/alteration.ts';
import type { Check } from '../../../src/conformance/check-kit/check.ts';
import { alarmsIn, judgeReference } from '../judge-reference.ts';

/** Judges a server with several variants. @returns the false alarms, and the checks that did not reach their end; none for a sound suite */
export async function judgeCombination(
  variants: readonly Variant[],
  checks: readonly Check[],
): Promise<readonly string[]> {
  const { report, defects } = await judgeReference({ checks, decorators: variants });
  const slips = defects.filter((defect) => defect instanceof TypeError || defect instanceof ReferenceError);
  return [...alarmsIn(report), ...report.incomplete, ...slips.map((slip) => `slip: ${String(slip)}`)];
}
