import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { COUNTS, measuredCost } from '../src/conformance/run/costs.ts';
import { CHECKS } from '../src/conformance/suite/index.ts';
import { costsOf, keepClose } from './costs/costs-of.ts';
import { shownBy } from './costs/shown-by.ts';
import { wholeRun } from './ledger/whole-run.ts';
import { readArguments } from './read-arguments.ts';

/**
 * `npm run costs`: runs every check against the sound server. Writes how many turns each check sends and how many chats and skills it creates,
 * and in which checks the judge sees the requirements that no check verifies by itself. A check that was not measured yet counts as the usual
 * cost of one, so only a release needs this, and whoever removes or renames a check.
 */
readArguments({});
const COSTS_FILE = 'generated/check-costs.json';
const SHOWN_BY = 'generated/shown-by.json';
// One check runs at a time. In parallel, checks that need a long list would find the chats of others and create fewer.
const { exchanges } = await wholeRun();
const costs = keepClose(costsOf(exchanges), measuredCost);
const demands = new Map(
  CHECKS.map(({ id, needs, waits = 0 }) => [id, { needs: needs.length, waits }] as const),
);
const verified = new Set(CHECKS.flatMap(({ requirements }) => requirements));
writeLines(
  COSTS_FILE,
  Object.fromEntries(Object.entries(costs).map(([id, cost]) => [id, COUNTS.map((name) => cost[name])])),
);
writeLines(
  SHOWN_BY,
  shownBy(
    exchanges,
    costs,
    (id) => verified.has(id),
    (id) => demands.get(id) ?? { needs: 0, waits: 0 },
    read<readonly string[]>(SHOWN_BY),
  ),
);

function read<Value>(file: string): Readonly<Record<string, Value>> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Value>) : {};
}

/** Writes an object with one line for each member, so that changes are easy to read, and without blanks: the file is in the package. */
function writeLines(file: string, members: object): void {
  const lines = Object.entries(members).map(
    ([id, value]) => `${JSON.stringify(id)}:${JSON.stringify(value)}`,
  );
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}
