import { checksBehind, judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import type { Breakage } from '../../../src/alterations/alteration.ts';
import type { Check } from '../../../src/conformance/check-kit/check.ts';

export interface Found {
  /** The violated requirements. */
  readonly violated: readonly string[];
  /** The checks that found the breakage's requirement violated. */
  readonly by: readonly string[];
}

/** Runs checks against a server with a breakage. */
export async function violatedUnder(breakage: Breakage, checks: readonly Check[]): Promise<Found> {
  const run = await judgeReference({ checks, decorators: [breakage] });
  const found = run.report.requirements.filter(({ violations }) => violations > 0);
  const own = found.find(({ id }) => id === breakage.requirement);
  return { violated: found.map(({ id }) => id), by: checksBehind(own?.findings ?? [], run) };
}
