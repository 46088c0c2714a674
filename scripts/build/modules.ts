import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

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

/**
 * Builds the client as one file without imports, for every runtime with the standard web APIs.
 * @returns the source files that it contains
 */
export async function buildClient(folder: string): Promise<string[]> {
  const { metafile } = await build({
    ...shared,
    entryPoints: ['src/client/index.ts'],
    outfile: `${folder}/client/index.js`,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2023',
  });
  return Object.keys(metafile.inputs);
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
