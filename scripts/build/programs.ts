import { build, type Plugin } from 'esbuild';

/**
 * The command line and what it starts, as few CommonJS files: Node spends more time on opening and linking the modules of the
 * source than on judging a short stream, and least on CommonJS.
 */

/** What each file is made of. Both levels of depth stay as in src, so that paths to generated/ hold. */
const files = [
  { in: 'src/cli/main.ts', out: 'bin/conversation-api' },
  { in: 'src/cli/run-command.ts', out: 'bin/commands' },
  { in: 'src/cli/check-target.ts', out: 'bin/check-target' },
  { in: 'src/cli/merge.ts', out: 'bin/merge' },
  { in: 'src/cli/record.ts', out: 'bin/record' },
  { in: 'src/conformance/judging/judge-worker.ts', out: 'bin/judge-worker' },
  { in: 'src/alterations/index.ts', out: 'alterations/index' },
  { in: 'src/rig/index.ts', out: 'rig/index' },
  { in: 'src/conformance/suite.ts', out: 'conformance/suite' },
  { in: 'tinyglobby', out: 'lib/globs' },
  { in: 'yaml', out: 'lib/yaml' },
  { in: '@modelcontextprotocol/server', out: 'lib/mcp-server' },
];

/** What is imported when it is needed, and a file of its own, since most runs do without it. */
const apart = new Map([
  ['./run-command.ts', './commands.cjs'],
  ['./check-target.ts', './check-target.cjs'],
  ['./merge.ts', './merge.cjs'],
  ['./record.ts', './record.cjs'],
  ['../alterations/index.ts', '../alterations/index.cjs'],
  ['../rig/index.ts', '../rig/index.cjs'],
  ['../conformance/suite.ts', '../conformance/suite.cjs'],
]);

/**
 * Keeps what is seldom needed out of the file that is read first: the command line out of the one that answers `--version`, or
 * an old Node, at once; and the server, the live suite and what only those need out of the command line.
 */
const keepApart: Plugin = {
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, path }) => {
      const file = kind === 'dynamic-import' ? apart.get(path) : undefined;
      return file === undefined ? undefined : { path: file, external: true };
    });
  },
};

/** What is large and needed by several files, or by few runs: once, below dist or below generated. */
const shared = new Map([
  ['tinyglobby', '../lib/globs.cjs'],
  ['yaml', '../lib/yaml.cjs'],
  ['@modelcontextprotocol/server', '../lib/mcp-server.cjs'],
  ['generated/input-files.js', '../../generated/input-files.js'],
  ['generated/matches-contract.js', '../../generated/matches-contract.js'],
]);

const share: Plugin = {
  name: 'share',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, path }) => {
      const file = kind === 'entry-point' ? undefined : shared.get(path.replace(/^(\.\.\/)+/, ''));
      return file === undefined ? undefined : { path: file, external: true };
    });
  },
};

/** @returns the files that went into them */
export async function buildPrograms(folder: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: files,
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22.16',
    supported: { 'dynamic-import': false },
    plugins: [keepApart, share],
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}
