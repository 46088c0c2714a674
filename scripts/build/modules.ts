import { join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { rolldown } from 'rolldown';

/** The modules of the package's conformance entry. They import the rest of the suite from the file that the command uses too. */
const entryModules = /\/conformance\/(api\/[\w-]+|generated)\.ts$/;

const suiteApart: Plugin = {
  name: 'suite-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) =>
      kind === 'entry-point' || entryModules.test(join(resolveDir, path))
        ? undefined
        : { path: './suite.cjs', external: true },
    );
  },
};

const shared = {
  bundle: true,
  format: 'esm',
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
} as const;

/** The entries of the client. Each is one file, so that a page loads no more than the entry that it uses. */
export const clientEntries = ['index', 'relay', 'follow'] as const;

/**
 * Builds the entries of the client as files without imports, for every runtime with the standard web APIs. A page loads them, and rolldown
 * packs them 2 % smaller than esbuild.
 * @returns the source files that they contain
 */
export async function buildClient(folder: string): Promise<string[]> {
  const inputs = new Set<string>();
  for (const name of clientEntries) {
    const bundle = await rolldown({
      input: `src/client/${name}.ts`,
      platform: 'neutral',
      transform: { target: 'es2023' },
    });
    for (const path of await bundle.watchFiles) inputs.add(relative('.', path));
    const file = `${folder}/client/${name}.js`;
    await bundle.write({ file, format: 'esm', minify: true, comments: false, sourcemap: true });
    await bundle.close();
  }
  return [...inputs];
}

/** Builds the module that users of the suite import. It is small and loads the file that contains the suite. */
export async function buildConformance(folder: string): Promise<void> {
  await build({
    ...shared,
    entryPoints: ['src/conformance/index.ts'],
    outfile: `${folder}/conformance/index.js`,
    platform: 'node',
    target: 'node22.16',
    plugins: [suiteApart],
  });
}
