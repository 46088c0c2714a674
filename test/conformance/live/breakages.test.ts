import { describe, expect, it } from 'vitest';
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { openTransport } from '../../../src/conformance/drive/undici-transport.ts';
import { loadRegistry } from '../../../src/conformance/registry.ts';
import { reportTarget } from '../../../src/conformance/report/model.ts';
import { planRun } from '../../../src/conformance/run/plan-run.ts';
import { runSuite } from '../../../src/conformance/run/run-suite.ts';
import type { Breakage } from '../../../src/reference/breakages/breakage.ts';
import { BREAKAGES } from '../../../src/reference/breakages/index.ts';
import { assemble } from '../../../src/reference/start.ts';

const TIME_SCALE = 100;
/** For checks that wait for many minutes. */
const FAST_TIME_SCALE = 2000;
const MINUTES = 600_000;

/** Runs the checks of the breakage's requirement against a server that has it. @returns the must- and should-rows violated */
async function violatedUnder(breakage: Breakage): Promise<string[]> {
  const own = CHECKS.filter(({ requirements }) => requirements.includes(breakage.requirement));
  const timeScale = own.some(({ waits = 0 }) => waits > MINUTES) ? FAST_TIME_SCALE : TIME_SCALE;
  const server = await assemble({ faults: true, timeScale, decorators: [breakage] });
  const transport = openTransport({ baseUrl: server.url, limits: DRIVE_LIMITS });
  try {
    const profile = referenceProfileOf(server.url, timeScale);
    const plan = planRun(own, profile, { only: [], skip: [], isFast: false, isLong: true });
    const { requirements } = loadRegistry();
    const { judgement } = await runSuite({ plan, profile, transport, requirements, concurrency: 4 });
    const report = reportTarget(server.url, judgement, loadRegistry());
    return report.requirements.filter(({ violations }) => violations > 0).map(({ id }) => id);
  } finally {
    await transport.close();
    await server.close();
  }
}

describe('a breakage', () => {
  it.each(BREAKAGES.map((breakage) => [breakage.id, breakage] as const))(
    '%s is caught',
    async (_, breakage) => {
      expect(await violatedUnder(breakage)).toContain(breakage.requirement);
    },
  );
});

describe('a requirement with a check', () => {
  const broken = new Set(BREAKAGES.map(({ requirement }) => requirement));
  const checked = [...new Set(CHECKS.flatMap(({ requirements }) => requirements))];
  it.each(checked)('%s has a breakage', (requirement) => {
    expect(broken.has(requirement)).toBe(true);
  });
});
