import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { openTransport } from '../../../src/conformance/drive/undici-transport.ts';
import { STOOD_STILL } from '../../../src/conformance/judge/timing.ts';
import type { Profile } from '../../../src/conformance/profile/profile.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { reportLive } from '../../../src/conformance/report/live.ts';
import type { LiveReport } from '../../../src/conformance/report/model.ts';
import { planChecks } from '../../../src/conformance/run/plan-run.ts';
import { runChecks } from '../../../src/conformance/run/run-checks.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

/** The entries that differ from the profile of the reference server. */
export type ProfileChange = (profile: Profile) => Partial<Profile>;

/** A run repeats at most this often to find a quiet moment. */
const MOST_RUNS = 10;

/**
 * Runs some checks against a reference server with a profile that describes it incorrectly. Runs them again if a check could not be judged
 * because this machine stood still.
 */
export async function judgeProfile(
  url: string,
  timeScale: number,
  change: ProfileChange,
  only: readonly string[],
): Promise<LiveReport> {
  const own = referenceProfileOf(url, timeScale);
  const profile = { ...own, ...change(own) };
  let report = await judgeOnce(profile, only);
  for (let runs = 1; runs < MOST_RUNS && isUnclear(report); runs += 1)
    report = await judgeOnce(profile, only);
  return report;
}

function isUnclear({ checks }: LiveReport): boolean {
  return checks.some(({ status, reason }) => status === 'left-out' && reason?.includes(STOOD_STILL));
}

async function judgeOnce(profile: Profile, only: readonly string[]): Promise<LiveReport> {
  const transport = openTransport({ baseUrl: profile.baseUrl, limits: DRIVE_LIMITS });
  const plan = planChecks(CHECKS, profile, { only, skip: [], isFast: false, isLong: false });
  const registry = loadRegistry();
  try {
    const { requirements } = registry;
    const result = await runChecks({ plan, profile, transport, requirements, concurrency: 4 });
    return reportLive(result, { profile, registry, leftOut: plan.leftOut, verifiers: CHECKS });
  } finally {
    await transport.close();
  }
}
