import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installExtras } from '../../scripts/test/install-extras.ts';
import { benchClient } from './client.ts';
import { changesSince, readRun } from './compare.ts';
import { type Figure, formatFigures, isReached } from './figure.ts';
import { benchJudging } from './judging.ts';
import { benchMemory } from './memory.ts';
import { benchServer } from './server/index.ts';
import { benchStartup } from './startup.ts';

/**
 * `npm run bench`: measures the figures of docs/benchmarks.md, prints them as a table and writes reports/bench.json. `--compare FILE` also
 * shows what changed since an earlier run on the same machine, whose reports/bench.json was kept as FILE.
 */
const { values } = parseArgs({ options: { compare: { type: 'string' } } });
const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length };
const earlier = values.compare === undefined ? undefined : readRun(values.compare, machine);
const folder = mkdtempSync(join(tmpdir(), 'conversation-api-bench-'));
try {
  // One of the stream readers that the client is compared with comes from a generator.
  installExtras(['test/interop']);
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  const figures: Figure[] = [
    ...(await benchStartup()),
    ...(await benchMemory()),
    ...(await benchServer(folder)),
    ...(await benchJudging(folder)),
    ...(await benchClient()),
  ];
  mkdirSync('reports', { recursive: true });
  writeFileSync('reports/bench.json', `${JSON.stringify({ machine, figures }, null, 2)}\n`);
  console.log(formatFigures(figures, earlier && changesSince(earlier, figures)));
  const goals = figures.filter(({ goal }) => goal);
  console.log(
    `\n${goals.filter(isReached).length} of ${goals.length} goals reached; reports/bench.json has the figures`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
