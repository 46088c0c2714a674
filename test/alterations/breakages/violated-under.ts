import { judgeClearly } from '../../../scripts/ledger/judge-reference.ts';
import { verifiersOf } from '../../../scripts/ledger/matrix.ts';
import { timeScaleFor, waitsForMinutes } from '../../../scripts/ledger/time-scales.ts';
import type { Breakage } from '../../../src/alterations/alteration.ts';

/** For checks that wait for more than ten minutes. */
const FAST_TIME_SCALE = 2000;

/** Runs the checks of a breakage's requirement against a server with the breakage. @returns the violated requirements */
export async function violatedUnder(breakage: Breakage): Promise<string[]> {
  const checks = verifiersOf(breakage);
  const { report } = await judgeClearly(breakage.requirement, {
    checks,
    decorators: [breakage],
    concurrency: 4,
    timeScale: waitsForMinutes(checks) ? FAST_TIME_SCALE : timeScaleFor(checks),
  });
  return report.requirements.filter(({ violations }) => violations > 0).map(({ id }) => id);
}

/** Whether a check of the breakage's requirement waits so long that it runs at a scale at which short standstills count. */
export function waitsLong(breakage: Breakage): boolean {
  return waitsForMinutes(verifiersOf(breakage));
}
