import { exploreReference } from '../../../scripts/exploration/explore-reference.ts';
import { judgeReference } from '../../../scripts/ledger/judge-reference.ts';
import { randomReadings } from '../../../scripts/ledger/readings/random-readings.ts';
import { readArguments } from '../../../scripts/read-arguments.ts';
import { openAnswers } from '../../../src/alterations/open-answers/open-answers.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import { FLOOR } from './floor/index.ts';

/*
 * `npm run floor`: explores a server with each of the forty defects that were written from the service document alone, with the default length and
 * number of turns of the command. Prints the first finding of each and its number of steps. Fails if fewer than 36 defects are found.
 * `--only BEGINNING` explores only the defects whose id begins this way. `--checks` runs the checks of a default run instead, for comparison.
 *
 * `npm run floor -- --open 200` explores 200 faithful servers instead, which answer open points at random. Fails if it finds anything.
 * `--seed S` sets the seed of the first server, `--turns N` the number of turns for each.
 */
const values = readArguments({
  only: { type: 'string', default: '' },
  checks: { type: 'boolean', default: false },
  open: { type: 'string' },
  seed: { type: 'string', default: '1' },
  turns: { type: 'string', default: '500' },
});
const TEN_MINUTES = 600_000;
const LEAST = 36;

const tried = FLOOR.filter(({ id }) => id.startsWith(values.only));
if (values.open !== undefined) await exploreOpenServers(Number(values.open));
else if (values.checks) await checkDefects();
else await exploreDefects();

async function exploreDefects(): Promise<void> {
  const lengths: number[] = [];
  for (const defect of tried) {
    const { report } = await exploreReference({
      seed: Number(values.seed),
      decorators: [defect],
      duration: TEN_MINUTES,
      turns: 5000,
      endsAtFirst: true,
    });
    const { found = [], sequences } = report.exploration ?? {};
    const [first] = found;
    if (first) lengths.push(first.steps.length);
    const result = first
      ? `${first.requirements[0]} in ${first.steps.length} steps, shown ${first.shown.times} of ${first.shown.of} times`
      : 'not found';
    console.log(`${first ? '✓' : '✗'} ${defect.id}: ${result}, after ${sequences} sequences`);
  }
  const median = lengths.sort((a, b) => a - b)[lengths.length >> 1];
  console.log(`${lengths.length} of ${tried.length} found; median length ${median} steps`);
  if (values.only === '' && lengths.length < LEAST) process.exitCode = 1;
}

async function checkDefects(): Promise<void> {
  let found = 0;
  for (const defect of tried) {
    const { report } = await judgeReference({ checks: CHECKS, decorators: [defect] });
    const violated = report.requirements.filter(({ status }) => status === 'failed').map(({ id }) => id);
    if (violated.length > 0) found += 1;
    console.log(`${violated.length > 0 ? '✓' : '✗'} ${defect.id}: ${violated.join(', ') || 'not found'}`);
  }
  console.log(`${found} of ${tried.length} found by the checks of a default run`);
}

async function exploreOpenServers(count: number): Promise<void> {
  let sequences = 0;
  let alarms = 0;
  for (let seed = Number(values.seed), last = seed + count; seed < last; seed++) {
    const { report, defects } = await exploreReference({
      seed,
      decorators: openAnswers(seed, randomReadings(seed)),
      duration: TEN_MINUTES,
      turns: Number(values.turns),
    });
    sequences += report.exploration?.sequences ?? 0;
    const found =
      report.exploration?.found.flatMap(({ requirements, words }) => [...requirements, ...words]) ?? [];
    const alarm = [...found, ...report.incomplete, ...defects.map(String)];
    if (report.verdict === 'conformant' && alarm.length === 0) continue;
    alarms += 1;
    console.log(`✗ seed ${seed}: ${report.verdict}: ${alarm.join('; ')}`);
  }
  console.log(`${count} servers with open answers, ${sequences} sequences, ${alarms} alarms`);
  if (alarms > 0) process.exitCode = 1;
}
