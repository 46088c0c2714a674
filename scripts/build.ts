import { chmodSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';
import ts from 'typescript';

/**
 * `npm run build`: writes dist, the command line and the reference server in few files. Node spends more time on opening and linking the sixty modules
 * of the source than on judging a short stream, and least on CommonJS.
 */

/**
 * Keeps the command line out of the file that starts, which then answers `--version`, or an old Node, at once; and the server
 * and the live suite out of the command line.
 */
const apart: Plugin = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /run-command\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './commands.cjs', external: true } : undefined,
    );
    onResolve({ filter: /(reference|conformance)\/index\.ts$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: path.replace(/\.ts$/, '.cjs'), external: true } : undefined,
    );
  },
};

/** What each file of dist is made of. Both levels of depth stay as in src, so that paths to generated/ hold. */
const files = [
  { entry: 'src/cli/main.ts', name: 'bin/conversation-api' },
  { entry: 'src/cli/run-command.ts', name: 'bin/commands' },
  { entry: 'src/conformance/run/judge-worker.ts', name: 'bin/judge-worker' },
  { entry: 'src/reference/index.ts', name: 'reference/index' },
  { entry: 'src/conformance/index.ts', name: 'conformance/index' },
];

/** Modules whose types are published. They import nothing but each other. */
const typed = ['reference/index', 'reference/options'];

rmSync('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: files.map(({ entry, name }) => ({ in: entry, out: name })),
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22.16',
  supported: { 'dynamic-import': false },
  external: ['tinyglobby'],
  plugins: [apart],
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
  minifySyntax: true,
  minifyWhitespace: true,
  minifyIdentifiers: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
});
chmodSync('dist/bin/conversation-api.cjs', 0o755);

writeFileSync('dist/THIRD-PARTY-LICENSES.txt', collectLicenses(Object.keys(metafile.inputs)));

for (const name of typed) {
  const { outputText } = ts.transpileDeclaration(readFileSync(`src/${name}.ts`, 'utf8'), {
    compilerOptions: { target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true },
  });
  // Beside index.cjs, the types of a module that can be required as well as imported.
  writeFileSync(`dist/${name}.d.cts`, outputText.replaceAll(".ts'", ".cjs'"));
}

/** The licenses of the packages whose code is in dist, which ask to be passed on with it. */
function collectLicenses(inputs: readonly string[]): string {
  const folders = new Set(
    inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  return [...folders].sort().map(readLicense).join('\n');
}

function readLicense(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const [file] = globSync(`${folder}/{LICENSE,LICENCE,License,license,licence}*`);
  const text = file === undefined ? `License: ${license}\n` : readFileSync(file, 'utf8');
  return `${name} ${version}\n\n${text}\n${'-'.repeat(80)}\n`;
}
