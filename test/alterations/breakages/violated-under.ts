import { judgeClearly } from '../../../scripts/ledger/judge-reference.ts';
import type { Breakage } from '../../../src/alterations/alteration.ts';
import type { Check } from '../../../src/conformance/check-kit/check.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';

/** For checks that wait for more than ten minutes. */
const FAST_TIME_SCALE = 2000;
const MINUTES = 600_000;

/** For checks that wait for a timer: at this scale a busy machine rarely stands still for longer than they tolerate. */
const CALM_TIME_SCALE = 20;
const SECONDS = 40_000;

/** Runs the checks of a breakage's requirement against a server with the breakage. @returns the violated requirements */
export async function violatedUnder(breakage: Breakage): Promise<string[]> {
  const checks = checksOf(breakage);
  const { report } = await judgeClearly(breakage.requirement, {
    checks,
    decorators: [breakage],
    concurrency: 4,
    ...timeScaleFor(checks),
  });
  return report.requirements.filter(({ violations }) => violations > 0).map(({ id }) => id);
}

function timeScaleFor(checks: readonly Check[]): { readonly timeScale?: number } {
  const longest = Math.max(...checks.map(({ waits = 0 }) => waits));
  if (longest > MINUTES) return { timeScale: FAST_TIME_SCALE };
  return longest >= SECONDS ? { timeScale: CALM_TIME_SCALE } : {};
}

/** Whether a check of the breakage's requirement waits so long that it runs at a scale at which short standstills count. */
export function waitsLong(breakage: Breakage): boolean {
  return checksOf(breakage).some(({ waits = 0 }) => waits > MINUTES);
}

function checksOf({ requirement }: Breakage): Check[] {
  return CHECKS.filter(({ requirements }) => requirements.includes(requirement));
}
