import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { repositoryRoot, testEnvironment } from '../scripts/test/environment.ts';

/** Places for copies of entries.ts. The name of a file tells TypeScript which kind of module it is. */
const ENTRIES = ['commonjs/entries.cts', 'commonjs/entries.mts', 'node10/entries.ts'];

/** The package as a consumer has it: built, packed and installed into a fresh project, next to the projects of test/consumers. */
export interface InstalledPackage {
  /** The project. */
  readonly folder: string;
  readonly tarball: string;
  remove(): void;
}

/** Takes some seconds, and contacts no registry: the package has no dependencies. */
export function installPackage(): InstalledPackage {
  const folder = mkdtempSync(join(tmpdir(), 'conversation-api-'));
  runNpm(repositoryRoot, 'run', '--silent', 'build');
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  const tarball = join(folder, runNpm(repositoryRoot, ...pack).trim());
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  runNpm(folder, 'install', '--offline', '--silent', tarball);
  cpSync(resolve(repositoryRoot, 'test/consumers'), folder, { recursive: true });
  for (const file of ENTRIES) cpSync(join(folder, 'entries.ts'), join(folder, file));
  // Types of Node, which a TypeScript project has anyway. They are in their own projects.
  for (const project of ['node', 'adapters'])
    for (const name of ['@types/node', 'undici-types']) borrow(join(folder, project), name);
  for (const name of Object.keys(manifest.peerDependencies)) borrow(folder, name);
  return { folder, tarball, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Links a package of this repository, so that it does not count as installed. */
function borrow(folder: string, name: string): void {
  const place = join(folder, 'node_modules', name);
  mkdirSync(resolve(place, '..'), { recursive: true });
  symlinkSync(resolve(repositoryRoot, 'node_modules', name), place, 'junction');
}

function runNpm(cwd: string, ...args: readonly string[]): string {
  return execFileSync('npm', args, { cwd, env: environment(), encoding: 'utf8' });
}

/** Without the variables that `npm test` sets for its children, since the project is independent of this repository. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(testEnvironment()).filter(([name]) => !/^npm_/i.test(name)));
}
