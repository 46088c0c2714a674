import { afterAll, beforeAll, expect, it } from 'vitest';
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { CHECKS } from '../../../src/conformance/checks/index.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { openTransport } from '../../../src/conformance/drive/undici-transport.ts';
import type { Transport } from '../../../src/conformance/drive/wire.ts';
import { loadRegistry } from '../../../src/conformance/registry.ts';
import { reportTarget } from '../../../src/conformance/report/model.ts';
import { planRun } from '../../../src/conformance/run/plan-run.ts';
import { runSuite } from '../../../src/conformance/run/run-suite.ts';
import type { ReferenceServer } from '../../../src/reference/options.ts';
import { assemble } from '../../../src/reference/start.ts';

const TIME_SCALE = 100;
let server: ReferenceServer;
let transport: Transport;

beforeAll(async () => {
  server = await assemble({ faults: true, timeScale: TIME_SCALE });
  transport = openTransport({ baseUrl: server.url, limits: DRIVE_LIMITS });
});

afterAll(async () => {
  await transport.close();
  await server.close();
});

it('finds the sound server conformant, and leaves nothing out that it can provide', async () => {
  const profile = referenceProfileOf(server.url, TIME_SCALE);
  const selection = { only: [], skip: [], isFast: false, isLong: true };
  const plan = planRun(CHECKS, profile, selection);
  const registry = loadRegistry();
  const result = await runSuite({
    plan,
    profile,
    transport,
    requirements: registry.requirements,
    concurrency: 8,
  });
  const report = reportTarget(server.url, result.judgement, registry);

  expect(report.requirements.flatMap(({ findings }) => findings)).toEqual([]);
  expect(report.incomplete).toEqual([]);
  expect(plan.leftOut.map(({ check, reason }) => `${check.id}: ${reason}`)).toEqual([]);
  expect(result.outcomes.flatMap(({ left }) => left)).toEqual([]);
  expect(report.verdict).toBe('conformant');
}, 60_000);
