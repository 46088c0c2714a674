import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { wholeRun } from '../../../scripts/ledger/whole-run.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';

it('is run once and then read, with the bytes of every answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'whole-runs-'));
  const run = await wholeRun(folder, CHECKS.slice(0, 2));
  expect(run.exchanges.flatMap(({ chunks }) => chunks).length).toBeGreaterThan(0);
  expect(await wholeRun(folder, [])).toEqual(run);
  expect(readdirSync(folder)).toHaveLength(1);
  rmSync(folder, { recursive: true });
});
