import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { openTransport } from '../../../src/conformance/drive/undici-transport.ts';
import type { Profile } from '../../../src/conformance/profile/profile.ts';
import { loadRegistry } from '../../../src/conformance/registry.ts';
import { reportLive } from '../../../src/conformance/report/live.ts';
import type { LiveReport } from '../../../src/conformance/report/model.ts';
import { planRun } from '../../../src/conformance/run/plan-run.ts';
import { runChecks } from '../../../src/conformance/run/run-suite.ts';

/** The entries in which a profile differs from the reference server's profile. */
export type ProfileChange = (profile: Profile) => Partial<Profile>;

/** Runs some checks against a reference server with a profile that does not quite describe it. */
export async function judgeProfile(
  url: string,
  timeScale: number,
  change: ProfileChange,
  only: readonly string[],
): Promise<LiveReport> {
  const own = referenceProfileOf(url, timeScale);
  const profile = { ...own, ...change(own) };
  const transport = openTransport({ baseUrl: url, limits: DRIVE_LIMITS });
  const plan = planRun(CHECKS, profile, { only, skip: [], isFast: false, isLong: false });
  const registry = loadRegistry();
  try {
    const { requirements } = registry;
    const result = await runChecks({ plan, profile, transport, requirements, concurrency: 4 });
    return reportLive(result, { profile, registry, leftOut: plan.leftOut, verifiers: CHECKS });
  } finally {
    await transport.close();
  }
}
