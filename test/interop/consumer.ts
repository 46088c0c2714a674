import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';

/** The generators whose commands the page shows. */
export const packages = [
  '@asyncapi/modelina',
  '@hey-api/openapi-ts',
  'orval',
  'quicktype-core',
  'swagger-typescript-api',
];
const scripts = ['modelina.mjs', 'quicktype.mjs'];

/** Only ends a program that hangs. */
const limitMinutes = 9;

export interface Outcome {
  readonly exitCode: number;
  /** The lines of standard output and standard error, without colours and empty lines. */
  readonly said: readonly string[];
}

/**
 * A folder like that of a reader of docs/interop.md: the contract and the generators under node_modules, and next to them
 * the two scripts of the page. Returns its path.
 */
export function makeConsumer(contract = repositoryRoot): string {
  const root = realpathSync(mkdtempSync(resolve(tmpdir(), 'interop-')));
  writeFileSync(resolve(root, 'package.json'), '{ "private": true, "type": "module" }');
  link(contract, resolve(root, 'node_modules/conversation-api'));
  for (const name of packages) link(installed(name), resolve(root, 'node_modules', name));
  for (const name of scripts) copyFileSync(resolve(import.meta.dirname, name), resolve(root, name));
  return root;
}

/**
 * Runs a Node program in a consumer's folder. The program can write only there, start no program and reach no network.
 * Never rejects: the reason why a program was stopped is part of its output.
 */
export function runConfined(
  root: string,
  args: readonly string[],
  preload: readonly string[] = [],
): Promise<Outcome> {
  const imports = ['no-network.ts', ...preload].map(
    (name) => `--import=${pathToFileURL(resolve(import.meta.dirname, name))}`,
  );
  const permissions = ['--permission', '--allow-fs-read=*', `--allow-fs-write=${root}`];
  return runProgram(root, process.execPath, [...permissions, ...imports, ...args]);
}

/** Without network access for Go. */
const offline = { GOPROXY: 'off', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' };

/** Runs a program in a consumer's folder and waits for it to end. Never rejects. */
export function runProgram(
  root: string,
  program: string,
  args: readonly string[],
  variables: NodeJS.ProcessEnv = offline,
): Promise<Outcome> {
  const options = {
    cwd: root,
    env: environment(variables),
    timeout: limitMinutes * 60_000,
    maxBuffer: 1 << 26,
  };
  return new Promise((settle) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const started = child.pid === undefined ? `cannot start ${program}: ${error?.message}\n` : '';
      const lines = stripVTControlCharacters(started + stdout + stderr).split(/\r?\n/);
      settle({ exitCode: child.exitCode ?? 1, said: lines.map((line) => line.trim()).filter(Boolean) });
    });
  });
}

/** Not the environment of a test run, in which loggers suppress warnings. */
function environment(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(testEnvironment()).filter(
    ([name]) => !/^(NODE_ENV|TEST|VITEST.*)$/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...variables };
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'junction');
}

function installed(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url);
  if (manifest === undefined)
    throw new Error(`${name} is not installed; \`npm test -- test/interop\` installs it`);
  return dirname(manifest);
}
