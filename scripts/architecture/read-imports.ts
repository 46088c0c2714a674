import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import type { Import } from './draw-picture.ts';

/** Every import of src, including type imports, as the gate `walls` sees them. */
export async function readImports(): Promise<Import[]> {
  const { options } = await extractConfig('./.dependency-cruiser.mjs');
  const { output } = await cruise(['src'], options);
  const { modules } = output as ICruiseResult;
  return modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }): Import => [source, resolved]),
  );
}
