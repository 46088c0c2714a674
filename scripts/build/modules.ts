import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { type ModuleFormat, rolldown } from 'rolldown';
import manifest from '../../package.json' with { type: 'json' };

/** The modules of the package's conformance entry. They import the rest of the suite from the file that the command uses too. */
const entryModules = /\/conformance\/(api\/[\w-]+|generated)\.ts$/;

/** @param suite the path of that file from the entry */
const suiteApart = (suite: string): Plugin => ({
  name: 'suite-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) =>
      kind === 'entry-point' || entryModules.test(join(resolveDir, path))
        ? undefined
        : { path: suite, external: true },
    );
  },
});

/**
 * The entries of the client. Each is one file, so that a page loads no more than the entry that it uses. Only the relays for frameworks, which
 * no page loads, import their handler.
 */
export const clientEntries = [
  'client/index',
  'client/relay',
  'client/follow',
  'client/log',
  'client/errors',
  'adapters/fetch',
  'adapters/ai-sdk',
  'adapters/relay/fetch',
  'adapters/relay/next',
  'adapters/relay/hono',
  'adapters/relay/express',
  'adapters/relay/fastify',
] as const;

/** The generated entries. They are published unchanged, and as CommonJS. */
export const generatedEntries = ['event-types', 'validators'] as const;

/** Files in generated/ that these entries and the programs of dist load. */
const generatedModules = ['accepts', 'explain', 'matches-contract', 'matches-events', 'input-files'] as const;

/** The folder of dist in which every file is CommonJS, for programs that cannot load modules: jest by default, and TypeScript for CommonJS. */
export const COMMONJS = 'commonjs';

/**
 * Builds the entries of the client for every runtime with the standard web APIs, as files that import nothing but a peer dependency. Pages
 * load them, and rolldown makes them 2 % smaller than esbuild does.
 * @returns the source files that they contain
 */
export async function buildClient(folder: string): Promise<string[]> {
  const inputs = clientEntries.map((entry) =>
    bundle(`src/${entry}.ts`, [
      ['esm', `${folder}/${entry}.js`],
      ['cjs', `${folder}/${COMMONJS}/${entry}.js`],
    ]),
  );
  return [...new Set((await Promise.all(inputs)).flat())];
}

/** Builds the files, besides the client, that consumers of CommonJS may require, and the files that the programs of dist load from there. */
export async function buildCommonjs(folder: string): Promise<void> {
  const root = `${folder}/${COMMONJS}`;
  mkdirSync(root, { recursive: true });
  writeFileSync(`${root}/package.json`, '{ "type": "commonjs", "sideEffects": false }\n');
  for (const name of [...generatedEntries, ...generatedModules])
    await bundle(`generated/${name}.js`, [['cjs', `${root}/generated/${name}.js`]]);
  await bundleConformance('cjs', `${root}/conformance/index.js`, '../../conformance/suite.cjs');
}

/** Builds the module that users of the suite import. It is small and loads the file that contains the suite. */
export async function buildConformance(folder: string): Promise<void> {
  await bundleConformance('esm', `${folder}/conformance/index.js`, './suite.cjs');
}

async function bundleConformance(format: 'esm' | 'cjs', outfile: string, suite: string): Promise<void> {
  await build({
    entryPoints: ['src/conformance/index.ts'],
    outfile,
    bundle: true,
    format,
    platform: 'node',
    target: 'node22.16',
    plugins: [suiteApart(suite)],
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
}

const handlerApart = {
  name: 'handler-apart',
  resolveId: (path: string) =>
    path === './fetch.ts' ? { id: './fetch.js', external: 'relative' as const } : null,
};

/** Bundles an entry into a file for each format. @returns its source files */
async function bundle(
  input: string,
  outputs: readonly (readonly [format: ModuleFormat, file: string])[],
): Promise<string[]> {
  const modules = await rolldown({
    input,
    platform: 'neutral',
    transform: { target: 'es2023' },
    // Each generated module is a separate file.
    external: input.startsWith('generated/')
      ? /^\.\//
      : [/^node:/, ...Object.keys(manifest.peerDependencies)],
    plugins: [handlerApart],
  });
  // A page uses few of these classes. With the annotations of their calls, a bundler leaves out the others.
  const comments = { annotation: input === 'src/client/errors.ts', legal: false, jsdoc: false };
  for (const [format, file] of outputs) {
    mkdirSync(dirname(file), { recursive: true });
    await modules.write({ file, format, minify: true, comments, sourcemap: format === 'esm' });
  }
  const files = await modules.watchFiles;
  await modules.close();
  return files.map((file) => relative('.', file));
}
