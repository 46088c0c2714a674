import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments, refuseArguments } from '../../scripts/read-arguments.ts';
import { installExtras } from '../../scripts/test/install-extras.ts';
import { benchClient } from './client.ts';
import { changesSince, readRun } from './compare.ts';
import { type Figure, formatFigures, isReached } from './figure.ts';
import { benchJudging } from './judging.ts';
import { benchMemory } from './memory.ts';
import { benchServer } from './server/index.ts';
import { benchStartup } from './startup.ts';

/** The parts of a run, in the order of the table. Each gets a folder for its files. */
const PARTS: Readonly<Record<string, (folder: string) => Promise<Figure[]>>> = {
  startup: benchStartup,
  memory: benchMemory,
  server: benchServer,
  judging: benchJudging,
  client: benchClient,
};

/**
 * `npm run bench`: measures the figures of docs/benchmarks.md, prints them as a table and writes reports/bench.json. `--compare FILE` also
 * shows changes since an earlier run on the same machine, whose reports/bench.json was saved as FILE. `--only PART` measures one part and
 * writes nothing.
 */
const values = readArguments({ compare: { type: 'string' }, only: { type: 'string' } });
const parts = selectParts(values.only);
const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length };
const earlier = values.compare === undefined ? undefined : readRun(values.compare, machine);
const folder = mkdtempSync(join(tmpdir(), 'conversation-api-bench-'));
try {
  // A generator provides one of the stream readers that the client is compared with.
  installExtras(['test/interop']);
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  const figures: Figure[] = [];
  for (const part of parts) figures.push(...(await part(folder)));
  const isWhole = values.only === undefined;
  if (isWhole) {
    mkdirSync('reports', { recursive: true });
    writeFileSync('reports/bench.json', `${JSON.stringify({ machine, figures }, null, 2)}\n`);
  }
  console.log(formatFigures(figures, earlier && changesSince(earlier, figures)));
  const goals = figures.filter(({ goal }) => goal);
  const where = isWhole ? '; reports/bench.json has the figures' : '';
  console.log(`\n${goals.filter(isReached).length} of ${goals.length} goals reached${where}`);
} finally {
  rmSync(folder, { recursive: true });
}

/** All parts, or the one of this name. Ends the program if there is none. */
function selectParts(only: string | undefined) {
  if (only === undefined) return Object.values(PARTS);
  const part = PARTS[only];
  return part
    ? [part]
    : refuseArguments(`--only cannot be ${only}; it is one of ${Object.keys(PARTS).join(', ')}.`);
}
