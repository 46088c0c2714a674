import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The tool of Prometheus that runs tests of rules, unless `PROMTOOL` names another one. */
const promtool = process.env.PROMTOOL ?? 'promtool';
const isInstalled = spawnSync(promtool, ['--version']).status === 0;

it.skipIf(!isInstalled)('the alerts fire for what they are about, and for nothing else', () => {
  const tests = join(import.meta.dirname, 'prometheus-rules.promtool.yaml');
  const { stdout, stderr, status } = spawnSync(promtool, ['test', 'rules', tests], { encoding: 'utf8' });
  expect({ status, output: stdout + stderr }).toEqual({
    status: 0,
    output: expect.stringContaining('SUCCESS'),
  });
});
