import { writeFileSync } from 'node:fs';
import { CHECKS } from '../src/conformance/checks/index.ts';
import { costsOf } from './costs/costs-of.ts';
import { shownBy } from './costs/shown-by.ts';
import { judgeReference } from './ledger/judge-reference.ts';
import { readArguments } from './read-arguments.ts';

/**
 * `npm run costs`: runs every check against the sound server. Writes the number of turns that each sends and of chats and skills that it creates,
 * and in which checks the judge sees the requirements that no check verifies by itself. Then the costs of whole runs are
 * filled into docs/conformance.md.
 */
readArguments({});
const { exchanges } = await judgeReference({ checks: CHECKS });
const costs = costsOf(exchanges);
const waiting = new Set(CHECKS.filter(({ waits }) => waits !== undefined).map(({ id }) => id));
const verified = new Set(CHECKS.flatMap(({ requirements }) => requirements));
writeLines('generated/check-costs.json', costs);
writeLines(
  'generated/shown-by.json',
  shownBy(
    exchanges,
    costs,
    (id) => verified.has(id),
    (id) => waiting.has(id),
  ),
);

/** Writes an object with one line for each member, so that changes are easy to read. */
function writeLines(file: string, members: object): void {
  const lines = Object.entries(members).map(
    ([id, value]) => `  ${JSON.stringify(id)}: ${JSON.stringify(value).replaceAll(',', ', ')}`,
  );
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}
