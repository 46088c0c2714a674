import { chmodSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';
import ts from 'typescript';

/**
 * `npm run build`: writes dist, the command line and the reference server in few files. Node spends more time on opening and linking the sixty modules
 * of the source than on judging a short stream, and least on CommonJS.
 */

/** Modules of the command line that are files of their own in dist/bin, since most runs do without them. */
const apartInBin = new Map([
  ['./run-command.ts', './commands.cjs'],
  ['./check-target.ts', './check-target.cjs'],
  ['./merge.ts', './merge.cjs'],
]);

/**
 * Keeps what is seldom needed out of the file that is read first: the command line out of the one that answers `--version`, or
 * an old Node, at once; and the server, the live suite and what only those need out of the command line.
 */
const apart: Plugin = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ kind, path }) => {
      if (kind !== 'dynamic-import') return undefined;
      const file = /(reference|conformance)\/index\.ts$/.test(path)
        ? path.replace(/\.ts$/, '.cjs')
        : apartInBin.get(path);
      return file === undefined ? undefined : { path: file, external: true };
    });
  },
};

/** What each file of dist is made of. Both levels of depth stay as in src, so that paths to generated/ hold. */
const files = [
  { entry: 'src/cli/main.ts', name: 'bin/conversation-api' },
  { entry: 'src/cli/run-command.ts', name: 'bin/commands' },
  { entry: 'src/cli/check-target.ts', name: 'bin/check-target' },
  { entry: 'src/cli/merge.ts', name: 'bin/merge' },
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
