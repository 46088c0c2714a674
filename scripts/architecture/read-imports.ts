import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import type { Import } from './draw-picture.ts';

interface Imports {
  readonly imports: readonly Import[];
  /** A line for each import that a rule of .dependency-cruiser.mjs forbids: the rule, the file, and what it imports. */
  readonly brokenWalls: readonly string[];
}

/** Reads every import of src, scripts and spec, including type imports. One reading serves the walls and the pictures, since it takes seconds. */
export async function readImports(root: string): Promise<Imports> {
  const options = await extractOptions(join(root, '.dependency-cruiser.mjs'));
  const { output } = await cruise(['src', 'scripts', 'spec'], { ...options, baseDir: root });
  const { modules, summary } = output as ICruiseResult;
  return {
    imports: modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }): Import => [source, resolved]),
    ),
    brokenWalls: summary.violations.map(({ rule, from, to, cycle }) => {
      const imported = cycle?.map(({ name }) => name) ?? [to];
      return `${rule.name}: ${[from, ...imported].join(' → ')}`;
    }),
  };
}
