import { checksBehind, judgeClearly } from '../../../scripts/ledger/judge-reference.ts';
import { timeScaleFor, waitsForMinutes } from '../../../scripts/ledger/time-scales.ts';
import type { Breakage } from '../../../src/alterations/alteration.ts';
import type { Check } from '../../../src/conformance/check-kit/check.ts';

/** For checks that wait for more than ten minutes. */
const FAST_TIME_SCALE = 2000;

export interface Found {
  /** The violated requirements. */
  readonly violated: readonly string[];
  /** The checks that found the breakage's requirement violated. */
  readonly by: readonly string[];
}

/** Runs checks against a server with a breakage. */
export async function violatedUnder(breakage: Breakage, checks: readonly Check[]): Promise<Found> {
  const run = await judgeClearly(breakage.requirement, {
    checks,
    decorators: [breakage],
    concurrency: 4,
    timeScale: waitsForMinutes(checks) ? FAST_TIME_SCALE : timeScaleFor(checks),
  });
  const found = run.report.requirements.filter(({ violations }) => violations > 0);
  const own = found.find(({ id }) => id === breakage.requirement);
  return { violated: found.map(({ id }) => id), by: checksBehind(own?.findings ?? [], run) };
}
