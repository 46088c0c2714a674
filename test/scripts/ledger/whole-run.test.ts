import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { wholeRun, wholeTraffic } from '../../../scripts/ledger/whole-run.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

it('is run once and then read, with the bytes of every answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'whole-runs-'));
  const run = await wholeRun(folder, CHECKS.slice(0, 2));
  expect(run.exchanges.flatMap(({ chunks }) => chunks).length).toBeGreaterThan(0);
  expect(await wholeRun(folder, [])).toEqual(run);
  expect(run.claims.map(({ check }) => check)).toContain(CHECKS[0]?.id);
  const { exchanges } = await wholeTraffic(folder, []);
  expect(exchanges.length).toBe(run.exchanges.length);
  expect(readdirSync(folder)).toHaveLength(2);
  rmSync(folder, { recursive: true });
});
