/**
 * `npm run ledger`: runs the whole suite against the reference server with each breakage and with each combination of readings. Writes
 * docs/ledger.json, and from it the pages docs/ledger*.md and the numbers in the README.
 *
 * `--resume` continues from reports/ledger.jsonl, reports/readings.jsonl and reports/families.jsonl. `--readings` judges the combinations
 * only. `--jobs N` sets the number of threads. `--only PREFIX` prints what the breakages with this prefix violate. `--render` writes the
 * pages from docs/ledger.json without a run.
 *
 * `--prove` searches for a generated alteration for each check that catches no breakage yet, and adds it to the ledger.
 *
 * `--family NAME` judges the alterations of one family instead, or of `all`, and writes their part of the ledger. With `--sample N`
 * (and `--seed S`), `--containing TEXT` or another time scale (`--scale N`) it judges only some of them, prints what is not caught, and
 * writes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { FAMILIES } from '../src/alterations/families/index.ts';
import { VARIANTS } from '../src/alterations/variants/index.ts';
import { CHECKS } from '../src/conformance/checks/index.ts';
import { collateralRule } from './ledger/collateral.ts';
import { observeTraffic } from './ledger/families/observe-traffic.ts';
import { proveChecks } from './ledger/families/prove-checks.ts';
import { runFamilies } from './ledger/families/run-families.ts';
import { listUnneeded, summariseFamily } from './ledger/families/summarise.ts';
import { readSurvivors } from './ledger/families/survivors.ts';
import {
  formatLedger,
  LEDGER_JSON,
  type Ledger,
  provenChecks,
  README,
  readLedger,
} from './ledger/ledger-file.ts';
import { renderNumbers } from './ledger/ledger-page.ts';
import { MATRIX, type MatrixEntry } from './ledger/matrix.ts';
import { PAGES } from './ledger/pages.ts';
import { Progress } from './ledger/progress.ts';
import { judgeReadings } from './ledger/readings/run-readings.ts';
import { runMatrix } from './ledger/run-matrix.ts';
import { readArguments, refuseArguments } from './read-arguments.ts';

/** How often a breakage with an unexplained result is judged before the result counts, because a busy machine can cause one. */
const ATTEMPTS = 3;

const values = readArguments({
  resume: { type: 'boolean', default: false },
  render: { type: 'boolean', default: false },
  readings: { type: 'boolean', default: false },
  prove: { type: 'boolean', default: false },
  jobs: { type: 'string', default: String(Math.max(1, availableParallelism() - 1)) },
  only: { type: 'string' },
  family: { type: 'string' },
  sample: { type: 'string' },
  seed: { type: 'string', default: '1' },
  containing: { type: 'string' },
});
const jobs = Number(values.jobs);

if (values.only !== undefined) await show(values.only);
else if (values.family !== undefined) await judgeFamilies(values.family);
else if (values.render) publish(readLedger());
else if (values.readings) await writeReadings();
else if (values.prove) await writeProofs();
else await write();

async function show(prefix: string): Promise<void> {
  await runMatrix(
    MATRIX.filter(({ id }) => id.startsWith(prefix)),
    { jobs, onEntry: (entry) => console.log(JSON.stringify(entry)) },
  );
}

async function judgeFamilies(name: string): Promise<void> {
  const names = FAMILIES.map(({ name: each }) => each);
  const families = name === 'all' ? names : names.filter((each) => each === name);
  if (families.length === 0)
    refuseArguments(`There is no family ${name}; there are ${names.join(', ')}, and all.`);
  const isPart = [values.sample, values.containing].some((value) => value !== undefined);
  const judged = await runFamilies({
    families,
    sample: values.sample === undefined ? undefined : Number(values.sample),
    seed: Number(values.seed),
    containing: values.containing,
    isResumed: values.resume,
    isKept: !isPart,
    jobs,
  });
  const entries = readSurvivors();
  const summaries = families.map((family) => {
    const own = judged.filter(({ id }) => id.startsWith(`${family}/`));
    return summariseFamily(family, own, entries);
  });
  const unneeded = isPart ? [] : summaries.flatMap(({ result }) => listUnneeded(result, entries));
  for (const problem of [...summaries.flatMap(({ problems }) => problems), ...unneeded]) {
    console.error(problem);
    process.exitCode = 1;
  }
  for (const { result } of summaries) console.log(JSON.stringify(result));
  if (isPart || process.exitCode === 1) return;
  const ledger = readLedger();
  const kept = (ledger.families ?? []).filter(({ family }) => !families.includes(family));
  publish({ ...ledger, families: [...kept, ...summaries.map(({ result }) => result)] });
}

async function write(): Promise<void> {
  const progress = new Progress<MatrixEntry>('ledger.jsonl', values.resume);
  const entries = new Map(progress.earlier.map((entry) => [entry.breakage, entry]));
  const todo = MATRIX.filter(({ id }) => !entries.has(id));
  const record = (entry: MatrixEntry) => {
    entries.set(entry.breakage, entry);
    progress.add(entry);
    if (entries.size % 50 === 0) console.error(`${entries.size} of ${MATRIX.length}`);
  };
  await runMatrix(todo, { jobs, onEntry: record });
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    await runMatrix(
      MATRIX.filter(({ id }) => isUnexplained(entries.get(id))),
      { jobs, onEntry: (entry) => record(intersect(entry, entries.get(entry.breakage))) },
    );
  }
  const matrix = MATRIX.flatMap(({ id }) => entries.get(id) ?? []);
  const { combinations, problems } = await judgeReadings(values.resume);
  const { families, proofs } = readLedger();
  conclude(
    {
      ...(families && { families }),
      proofs,
      checks: CHECKS.map(({ id }) => id).sort(),
      variants: VARIANTS.map(({ id }) => id),
      combinations,
      matrix,
    },
    [...listProblems(matrix), ...problems],
  );
}

/** Judges the combinations of readings, and keeps the results for breakages. */
async function writeReadings(): Promise<void> {
  const { combinations, problems } = await judgeReadings(values.resume);
  conclude({ ...readLedger(), variants: VARIANTS.map(({ id }) => id), combinations }, problems);
}

/** Adds the proofs of checks that have none, and drops those of checks that are gone. */
async function writeProofs(): Promise<void> {
  const ledger = readLedger();
  const ids = CHECKS.map(({ id }) => id);
  const proofs = ledger.proofs.filter(({ checks }) => checks.every((id) => ids.includes(id)));
  const proven = provenChecks({ ...ledger, proofs });
  const unproven = ids.filter((id) => !proven.has(id));
  const unprovable = await proveChecks(unproven, await observeTraffic(CHECKS), (proof) => {
    proofs.push(proof);
    console.error(`${proof.checks.join(', ')}: ${proof.alteration}`);
  });
  publish({ ...ledger, proofs });
  for (const id of unprovable) console.error(`no generated alteration was found that ${id} finds`);
  if (unprovable.length > 0) process.exitCode = 1;
}

/** Publishes a ledger without problems. */
function conclude(ledger: Ledger, problems: readonly string[]): void {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else publish(ledger);
}

function publish(ledger: Ledger): void {
  writeFileSync(LEDGER_JSON, formatLedger(ledger));
  for (const { file, render } of PAGES) writeFileSync(file, render(ledger));
  writeFileSync(README, renderNumbers(readFileSync(README, 'utf8'), ledger));
}

/** Whether the suite missed the breakage, or reported another requirement without a reason in collateral.yaml. */
function isUnexplained(entry: MatrixEntry | undefined): boolean {
  return entry === undefined || listProblems([entry]).length > 0;
}

function listProblems(entries: readonly MatrixEntry[]): string[] {
  return entries.flatMap(({ breakage, isCaught, others }) => [
    ...(isCaught ? [] : [`not caught: ${breakage}`]),
    ...others
      .filter((row) => !collateralRule(breakage, row))
      .map((row) => `${breakage} also violates ${row}: give the reason in collateral.yaml, or fix the check`),
  ]);
}

/** The entry with only those other requirements that the attempt before reported as well. */
function intersect(entry: MatrixEntry, before: MatrixEntry | undefined): MatrixEntry {
  return { ...entry, others: entry.others.filter((row) => !before || before.others.includes(row)) };
}
