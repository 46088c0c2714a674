import { build } from 'esbuild';
import { repositoryRoot } from './environment.ts';

/** By module, the modules and data files that it imports. All relative to the repository. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Reads the imports of these modules, and of everything that they import. Packages are left out. */
export async function readImports(modules: readonly string[]): Promise<ImportGraph> {
  const { metafile } = await build({
    stdin: {
      contents: modules.map((module) => `import ${JSON.stringify(`./${module}`)};`).join('\n'),
      resolveDir: repositoryRoot,
    },
    absWorkingDir: repositoryRoot,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'esnext',
    outdir: 'reports',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  return new Map(
    Object.entries(metafile.inputs).map(([module, { imports }]) => [
      module,
      imports.flatMap(({ path, external }) => (external ? [] : [path])),
    ]),
  );
}

/**
 * The modules that a module reaches.
 *
 * @param isClosed modules that are reached, but whose own imports are not followed
 */
export function reachOf(
  module: string,
  graph: ImportGraph,
  isClosed: (module: string) => boolean = () => false,
): ReadonlySet<string> {
  const reached = new Set([module]);
  for (const each of reached)
    if (!isClosed(each)) for (const other of graph.get(each) ?? []) reached.add(other);
  return reached;
}
