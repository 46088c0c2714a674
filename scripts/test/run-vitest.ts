import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { repositoryRoot, testEnvironment } from './environment.ts';
import { type Tally, tallyVitest, type VitestReport } from './tally.ts';

const reportFile = resolve(repositoryRoot, 'reports/vitest.json');

/** Runs vitest with the given filters and options, shows its own report, and counts from its JSON report. */
export async function runVitest(args: readonly string[]): Promise<Tally> {
  // The report of an earlier run must not be counted if this run crashes before writing its own.
  rmSync(reportFile, { force: true });
  mkdirSync(resolve(repositoryRoot, 'reports'), { recursive: true });

  const vitest = resolve(repositoryRoot, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...args], {
    cwd: repositoryRoot,
    env: testEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return tallyVitest(readReport(), exitCode);
}

function readReport(): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8')) as VitestReport;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`vitest left no readable report: ${reason}`);
    return undefined;
  }
}
