import { chmodSync, rmSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';

/**
 * `npm run build`: writes dist/bin, the command line in few files. Node spends more time on opening and linking the sixty modules
 * of the source than on judging a short stream, and least on CommonJS.
 */

/** Keeps the command line out of the file that starts, which then answers `--version`, or an old Node, at once. */
const apart: Plugin = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /run-command\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './commands.cjs', external: true } : undefined,
    );
  },
};

/** What each file of dist/bin is made of. Both levels of depth stay as in src, so that paths to generated/ hold. */
const files = [
  { entry: 'src/cli/main.ts', name: 'conversation-api' },
  { entry: 'src/cli/run-command.ts', name: 'commands' },
  { entry: 'src/conformance/run/judge-worker.ts', name: 'judge-worker' },
];

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: files.map(({ entry, name }) => ({ in: entry, out: name })),
  outdir: 'dist/bin',
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
  logLevel: 'warning',
});
chmodSync('dist/bin/conversation-api.cjs', 0o755);
