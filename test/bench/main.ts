import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments, refuseArguments } from '../../scripts/read-arguments.ts';
import { installExtras } from '../../scripts/test/install-extras.ts';
import { benchClient } from './client.ts';
import { type BenchRun, changesSince, fallen, medianOf, readRun } from './compare.ts';
import { type Figure, formatFigures, isReached } from './figure.ts';
import { benchJudging } from './judging.ts';
import { benchMemory } from './memory.ts';
import { openCommit } from './other-commit.ts';
import { benchRecording } from './recording.ts';
import { benchServer } from './server/index.ts';
import { benchStartup } from './startup.ts';

/** The parts of a run, in the order of the table. Each gets a folder for its files. */
const PARTS: Readonly<Record<string, (folder: string) => Promise<Figure[]>>> = {
  startup: benchStartup,
  memory: benchMemory,
  server: benchServer,
  judging: benchJudging,
  client: benchClient,
  recording: benchRecording,
};

/** How often two commits are measured by turns. The median of each figure counts. */
const ROUNDS = 3;
/** The share by which a figure may become worse. */
const TOLERANCE = 0.05;

/**
 * `npm run bench`: measures the figures of docs/benchmarks.md, prints them as a table and writes reports/bench.json. `--compare FILE` also
 * shows changes since an earlier run on the same machine, whose reports/bench.json was saved as FILE. `--against COMMIT` measures that commit
 * and this one by turns, and ends with 1 if a figure with a goal became worse by more than 5 %. `--only PART` measures one part.
 */
const values = readArguments({
  against: { type: 'string' },
  compare: { type: 'string' },
  only: { type: 'string' },
});
const parts = selectParts(values.only);
const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length };
const other = values.against === undefined ? undefined : openCommit(values.against, values.only, machine);
const folder = mkdtempSync(join(tmpdir(), 'conversation-api-bench-'));
try {
  // A generator provides one of the stream readers that the client is compared with.
  installExtras(['test/interop']);
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  const runs: BenchRun[] = [];
  const others: BenchRun[] = [];
  for (let round = 0; round < (other ? ROUNDS : 1); round += 1) {
    if (other) others.push(other.measure());
    runs.push({ machine, figures: await measure() });
  }
  const { figures } = medianOf(runs);
  mkdirSync('reports', { recursive: true });
  writeFileSync('reports/bench.json', `${JSON.stringify({ machine, figures }, null, 2)}\n`);
  const earlier = other ? medianOf(others) : values.compare && readRun(values.compare, machine);
  const changes = earlier ? changesSince(earlier, figures) : undefined;
  console.log(formatFigures(figures, changes));
  const goals = figures.filter(({ goal }) => goal);
  console.log(
    `\n${goals.filter(isReached).length} of ${goals.length} goals reached; reports/bench.json has the figures`,
  );
  const worse = other && changes ? fallen(figures, changes, TOLERANCE) : [];
  for (const name of worse) console.log(`worse than ${values.against} by more than 5 %: ${name}`);
  if (worse.length > 0) process.exitCode = 1;
} finally {
  other?.close();
  rmSync(folder, { recursive: true });
}

async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const part of parts) figures.push(...(await part(folder)));
  return figures;
}

/** All parts, or the one of this name. Ends the program if there is none. */
function selectParts(only: string | undefined) {
  if (only === undefined) return Object.values(PARTS);
  const part = PARTS[only];
  return part
    ? [part]
    : refuseArguments(`--only cannot be ${only}; it is one of ${Object.keys(PARTS).join(', ')}.`);
}
