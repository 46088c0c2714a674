import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { openTransport, type TransportOptions } from '../../../src/conformance/drive/undici-transport.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { planChecks } from '../../../src/conformance/run/plan-run.ts';
import { runChecks, type SuiteOptions } from '../../../src/conformance/run/run-checks.ts';
import type { Check } from '../../../src/conformance/suite/check-kit/check.ts';
import type { SuiteResult } from '../../../src/conformance/verdict/outcome.ts';
import type { RawTarget } from './raw-target.ts';

export interface RawRunOptions
  extends Partial<SuiteOptions>,
    Partial<Pick<TransportOptions, 'limits' | 'clock'>> {
  readonly timeScale?: number;
}

/** Runs checks one after another against a raw target, with a profile that has only a token. */
export async function runAtRawTarget(
  { url }: RawTarget,
  checks: readonly Check[],
  { limits = DRIVE_LIMITS, clock, timeScale = 1, ...options }: RawRunOptions = {},
): Promise<SuiteResult> {
  const transport = openTransport({ baseUrl: url, limits, usesProxy: false, ...(clock && { clock }) });
  const profile = {
    baseUrl: url,
    headers: {},
    credentials: { main: { token: 'a-token' } },
    resources: {},
    scenarios: {},
    faults: {},
    timers: { timeScale },
  };
  const plan = planChecks(checks, profile, { only: [], skip: [], isFast: false, isLong: true });
  const { requirements } = loadRegistry();
  try {
    return await runChecks({ plan, profile, transport, requirements, concurrency: 1, ...options });
  } finally {
    await transport.close();
  }
}
