import { readFileSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';
import { buildCommonjs, COMMONJS } from './modules.ts';

/**
 * Builds the command line and the programs that it starts, as few CommonJS files. Node spends more time on opening and linking the
 * source modules than on judging a short stream, and it loads CommonJS fastest.
 */

/** The entry point of each file. The files are two folders deep, like their sources, so that relative paths to generated/ stay valid. */
const files = [
  { in: 'src/cli/main.ts', out: 'bin/conversation-api' },
  { in: 'src/cli/run-command.ts', out: 'bin/commands' },
  { in: 'src/cli/check-target.ts', out: 'bin/check-target' },
  { in: 'src/cli/merge.ts', out: 'bin/merge' },
  { in: 'src/cli/record.ts', out: 'bin/record' },
  { in: 'src/alterations/list-alterations.ts', out: 'bin/list-alterations' },
  { in: 'src/conformance/files/judge-worker.ts', out: 'bin/judge-worker' },
  { in: 'src/alterations/index.ts', out: 'alterations/index' },
  { in: 'src/rig/index.ts', out: 'rig/index' },
  { in: 'src/conformance/api/bundle.ts', out: 'conformance/suite' },
  { in: 'tinyglobby', out: 'lib/globs' },
  { in: 'yaml', out: 'lib/yaml' },
  { in: '@modelcontextprotocol/server', out: 'lib/mcp-server' },
];

/** Modules that are loaded on demand, and the separate files that contain them. Most runs do not need them. */
const apart = new Map([
  ['./run-command.ts', './commands.cjs'],
  ['./check-target.ts', './check-target.cjs'],
  ['./merge.ts', './merge.cjs'],
  ['./record.ts', './record.cjs'],
  ['../alterations/index.ts', '../alterations/index.cjs'],
  ['../alterations/list-alterations.ts', './list-alterations.cjs'],
  ['../rig/index.ts', '../rig/index.cjs'],
  ['../conformance/api/bundle.ts', '../conformance/suite.cjs'],
]);

/**
 * Keeps rarely needed code out of the files that are loaded first. The first file only handles `--version` and an old Node; it
 * does not contain the command line. The command line contains neither the server, nor its alterations, nor the live suite.
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

/** Large modules that several files need, or that few runs need. Each exists once, below dist or below generated. Compiled ones are CommonJS. */
const shared = new Map([
  ['tinyglobby', '../lib/globs.cjs'],
  ['yaml', '../lib/yaml.cjs'],
  ['@modelcontextprotocol/server', '../lib/mcp-server.cjs'],
  ['input-files.js', '../commonjs/generated/input-files.js'],
  ['matches-contract.js', '../commonjs/generated/matches-contract.js'],
  ['matches-events.js', '../commonjs/generated/matches-events.js'],
  ['bindings.json', '../../generated/bindings.json'],
  ['check-costs.json', '../../generated/check-costs.json'],
  ['errors.json', '../../generated/errors.json'],
  ['operations.json', '../../generated/operations.json'],
  ['rows.json', '../../generated/rows.json'],
  ['shapes.json', '../../generated/shapes.json'],
]);

/** The prefix of the name of a file in generated/. These files refer to each other without the folder, and nothing else has such a name. */
const FOLDER = /^(\.\.?\/)+(generated\/)?/;

const share: Plugin = {
  name: 'share',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, path }) => {
      const file = kind === 'entry-point' ? undefined : shared.get(path.replace(FOLDER, ''));
      return file === undefined ? undefined : { path: file, external: true };
    });
  },
};

/**
 * Libraries that another library loads for what this server does not ask of it: ajv for the schemas of tools and questions, since
 * question-form.ts checks them, both compilers of Fastify, since no route has a schema, and its requests without a connection, which tests use.
 * They were a tenth of the package.
 */
const UNUSED =
  /^@modelcontextprotocol\/(client|server)\/_shims$|^@fastify\/(ajv|fast-json-stringify)-compiler$|^light-my-request$/;
const UNUSED_CODE = `export const CORS_IS_POSSIBLE = false;
export { default as process } from 'node:process';
export class DefaultJsonSchemaValidator {}
`;

/** What the client of model providers offers besides chats. The server calls nothing of it, and it was a quarter of a megabyte. */
const RESOURCES = /[/]openai[/]resources[/].*[.]mjs$/;
const USED_RESOURCES = /[/]resources[/](?:chat[/]|index|shared)/;

/** The same classes, without members. */
function emptied(file: string): string {
  const names = readFileSync(file, 'utf8').matchAll(/^export class (\w+)/gm);
  return [...names].map(([, name]) => `export class ${name} {}\n`).join('');
}

const leaveOut: Plugin = {
  name: 'leave-out',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: UNUSED_CODE }));
    onLoad({ filter: RESOURCES }, ({ path }) =>
      USED_RESOURCES.test(path) ? undefined : { contents: emptied(path) },
    );
  },
};

/** Builds the files listed above, and the files that they load from the folder of CommonJS. @returns the source files that they contain */
export async function buildPrograms(folder: string): Promise<string[]> {
  await buildCommonjs(folder);
  const { metafile } = await build({
    entryPoints: files,
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22.16',
    supported: { 'dynamic-import': false },
    plugins: [keepApart, leaveOut, share],
    // Without the last one, undici includes two more HTTP parsers, which it uses only on demand.
    define: {
      'import.meta.url': 'moduleUrl',
      COMPILED: JSON.stringify(`../${COMMONJS}/generated`),
      esbuildDetection: 'true',
    },
    banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}
