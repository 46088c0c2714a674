/**
 * `npm run interop -- [--before] [--contract FOLDER] [--table] [ID...]`: runs the toolchains that this machine has on the published files,
 * and writes the table of docs/interop.md. `npm run interop -- readers [ID...]` does the same for the readers. `--contract` names another
 * checkout of this project, and `--before` stores its figures in the column of earlier figures. `--table` only writes the table again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readPositionals, refuseArguments } from '../../../scripts/read-arguments.ts';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { installExtras } from '../../../scripts/test/install-extras.ts';
import { measureReaders } from '../readers/measure-readers.ts';
import { readers } from '../readers/readers.ts';
import { readCorpus } from './corpus.ts';
import { countsOf, runToolchain } from './run-toolchain.ts';
import { type Measured, type Measurements, tableOf, withTable } from './table.ts';
import type { Toolchain } from './toolchain.ts';
import { toolchains } from './toolchains.ts';

const { values, positionals } = readPositionals({
  before: { type: 'boolean', default: false },
  contract: { type: 'string' },
  table: { type: 'boolean', default: false },
});
const contract = resolve(values.contract ?? repositoryRoot);
const [first, ...others] = positionals;
const choice: readonly { readonly id: string }[] = first === 'readers' ? readers : toolchains;
const ids = first === 'readers' ? others : positionals;
const unknown = ids.filter((id) => !choice.some((row) => row.id === id));
if (unknown.length > 0)
  refuseArguments(`Unknown: ${unknown.join(', ')}; choose from ${choice.map(({ id }) => id).join(', ')}.`);
if (first === 'readers') process.exit((await measureReaders({ ids, contract })) > 0 ? 1 : 0);

installExtras(['test/interop']);
const items = readCorpus();
const column: Record<string, Measured[string]> = {};
let failed = 0;

const isSelected = ({ id }: Toolchain) => positionals.length === 0 || positionals.includes(id);

for (const toolchain of values.table ? [] : toolchains.filter(isSelected)) {
  const result = await runToolchain(toolchain, contract, items);
  if (result.state === 'measured') {
    const counts = countsOf(result);
    const losses = [...(result.calls?.losses ?? []), ...result.figures.losses];
    column[toolchain.id] = counts;
    const shown = Object.entries(counts).map(([kind, { kept, of }]) => `${kind} ${kept}/${of}`);
    console.log(`${toolchain.id}: ${shown.join(', ')}`);
    for (const loss of losses.slice(0, 3)) console.log(`  ${loss}`);
  } else {
    console.log(`${toolchain.id}: ${result.state}: ${result.why}`);
    if (result.state === 'failed') failed += 1;
  }
}

// Figures of another checkout say nothing about this one.
if (values.before || values.contract === undefined) {
  const file = resolve(import.meta.dirname, 'measured.json');
  const measured = JSON.parse(readFileSync(file, 'utf8')) as Measurements;
  const changed = values.before ? 'before' : 'now';
  // A toolchain that did not run keeps its figures.
  const next: Measurements = { ...measured, [changed]: { ...measured[changed], ...column } };
  writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`);
  const page = resolve(repositoryRoot, 'docs/interop.md');
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), tableOf(toolchains, next)));
}
process.exitCode = failed > 0 ? 1 : 0;
