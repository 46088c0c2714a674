/**
 * `npm run ledger`: runs the whole suite against the server with each breakage, and with each group of variants, and writes
 * docs/ledger.json and, from it, docs/ledger.md and the numbers of the README.
 *
 * `--resume` keeps what an earlier run left in reports/ledger.jsonl. `--jobs N` sets the threads. `--only PREFIX` judges some
 * breakages and prints what they violate. `--render` writes the pages from docs/ledger.json as it is.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { VARIANTS } from '../src/alterations/variants/index.ts';
import { CHECKS } from '../src/conformance/checks/index.ts';
import { collateralRule } from './ledger/collateral.ts';
import { groupVariants } from './ledger/group-variants.ts';
import { alarmsIn, judgeReference } from './ledger/judge-reference.ts';
import {
  formatLedger,
  LEDGER_JSON,
  LEDGER_PAGE,
  type Ledger,
  README,
  readLedger,
} from './ledger/ledger-file.ts';
import { renderLedger, renderNumbers } from './ledger/ledger-page.ts';
import { MATRIX, type MatrixEntry } from './ledger/matrix.ts';
import { runMatrix } from './ledger/run-matrix.ts';

const PROGRESS = new URL('../reports/ledger.jsonl', import.meta.url);
/** What is seen without a reason is looked at again: a busy machine may have made it up. */
const LOOKS = 3;

const { values } = parseArgs({
  options: {
    resume: { type: 'boolean', default: false },
    render: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(Math.max(1, availableParallelism() - 1)) },
    only: { type: 'string' },
  },
});
const jobs = Number(values.jobs);

if (values.only !== undefined) await show(values.only);
else if (values.render) publish(readLedger());
else await write();

async function show(prefix: string): Promise<void> {
  await runMatrix(
    MATRIX.filter(({ id }) => id.startsWith(prefix)),
    { jobs, onEntry: (entry) => console.log(JSON.stringify(entry)) },
  );
}

async function write(): Promise<void> {
  mkdirSync(new URL('.', PROGRESS), { recursive: true });
  if (!values.resume) rmSync(PROGRESS, { force: true });
  const entries = new Map(readProgress().map((entry) => [entry.breakage, entry]));
  const todo = MATRIX.filter(({ id }) => !entries.has(id));
  const keep = (entry: MatrixEntry) => {
    entries.set(entry.breakage, entry);
    appendFileSync(PROGRESS, `${JSON.stringify(entry)}\n`);
    if (entries.size % 50 === 0) console.error(`${entries.size} of ${MATRIX.length}`);
  };
  await runMatrix(todo, { jobs, onEntry: keep });
  for (let look = 1; look < LOOKS; look += 1) {
    await runMatrix(
      MATRIX.filter(({ id }) => isOdd(entries.get(id))),
      { jobs, onEntry: (entry) => keep(agree(entry, entries.get(entry.breakage))) },
    );
  }
  const ledger = {
    checks: CHECKS.map(({ id }) => id).sort(),
    variants: VARIANTS.map(({ id }) => id),
    matrix: MATRIX.flatMap(({ id }) => entries.get(id) ?? []),
  };
  const problems = [...oddities(ledger.matrix), ...(await alarms())];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else publish(ledger);
}

function publish(ledger: Ledger): void {
  writeFileSync(LEDGER_JSON, formatLedger(ledger));
  writeFileSync(LEDGER_PAGE, renderLedger(ledger));
  writeFileSync(README, renderNumbers(readFileSync(README, 'utf8'), ledger));
}

function readProgress(): MatrixEntry[] {
  if (!existsSync(PROGRESS)) return [];
  const lines = readFileSync(PROGRESS, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as MatrixEntry);
}

/** Whether the suite did not catch the breakage, or blamed a requirement for which there is no reason. */
function isOdd(entry: MatrixEntry | undefined): boolean {
  return entry === undefined || oddities([entry]).length > 0;
}

function oddities(entries: readonly MatrixEntry[]): string[] {
  return entries.flatMap(({ breakage, isCaught, others }) => [
    ...(isCaught ? [] : [`not caught: ${breakage}`]),
    ...others
      .filter((row) => !collateralRule(breakage, row))
      .map((row) => `${breakage} also violates ${row}: say why in collateral.yaml, or mend the check`),
  ]);
}

/** What both looks saw. */
function agree(entry: MatrixEntry, before: MatrixEntry | undefined): MatrixEntry {
  return { ...entry, others: entry.others.filter((row) => !before || before.others.includes(row)) };
}

async function alarms(): Promise<string[]> {
  const found: string[] = [];
  for (const group of groupVariants(VARIANTS)) {
    const { report } = await judgeReference({ checks: CHECKS, decorators: group });
    found.push(
      ...alarmsIn(report).map(
        (alarm) => `false alarm under ${group.map(({ id }) => id).join(', ')}: ${alarm}`,
      ),
    );
  }
  return found;
}
