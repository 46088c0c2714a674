import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** The modules that stand in front of the suite. What they import of it is taken from the file that the command uses too. */
const front = /\/conformance\/(api\/[\w-]+|generated)\.ts$/;

const suiteApart: Plugin = {
  name: 'suite-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) =>
      kind === 'entry-point' || front.test(join(resolveDir, path))
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
 * The client, for every runtime that knows the standards of the web: one file without imports.
 * @returns the files that went into it
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

/** What users import of the suite: a small module in front of the file that holds it. */
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
