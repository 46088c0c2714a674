import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { repositoryRoot, testEnvironment } from './environment.ts';
import { readKept } from './kept-file.ts';

/** Reports progress, one line at a time. */
export type Say = (line: string) => void;

/** Installs what a folder's lock file lists. @throws Error when that fails */
export type Install = (folder: string) => void;

/** Another run may have to download half a gigabyte before it releases the lock. */
const longestWaitMinutes = 60;

/**
 * Installs the packages of each folder whose lock file changed since its last installation. Only one process installs at
 * a time. The folders are absolute, or relative to the repository.
 *
 * @throws Error when an installation fails
 */
export function installExtras(
  folders: readonly string[],
  say: Say = console.log,
  install: Install = runNpmCi,
): void {
  const isCurrent = (folder: string) => readKept(stampOf(folder))?.toString() === digestOf(folder);
  if (folders.every(isCurrent)) return;
  const release = takeLock(say);
  try {
    // Another process may have installed some of them while this one waited for the lock.
    for (const folder of folders.filter((each) => !isCurrent(each))) {
      say(`installing the packages of ${folder} (once for each change of its lock file)`);
      install(folder);
      mkdirSync(resolve(repositoryRoot, folder, 'node_modules'), { recursive: true });
      writeFileSync(stampOf(folder), digestOf(folder));
    }
  } finally {
    release();
  }
}

/** The stamp is in the folder that `npm ci` empties first, so an interrupted installation leaves no stamp. */
function stampOf(folder: string): string {
  return resolve(repositoryRoot, folder, 'node_modules/.installed');
}

function digestOf(folder: string): string {
  const lockfile = readFileSync(resolve(repositoryRoot, folder, 'package-lock.json'));
  return createHash('sha256').update(lockfile).digest('hex');
}

/** Runs no package scripts. The folder's `allowScripts` has the same effect when `npm ci` is run there by hand. */
function runNpmCi(folder: string): void {
  const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync('npm', args, {
    cwd: resolve(repositoryRoot, folder),
    env: withoutOuterProject(testEnvironment()),
    stdio: ['ignore', 'inherit', 'inherit'],
    // On Windows npm is a .cmd file, which only a shell can start.
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    const reason = error?.message ?? `it ended with ${status}`;
    throw new Error(`npm ci failed in ${folder}: ${reason}. The tests that need it cannot run.`);
  }
}

/** npm passes its project to scripts through the environment, and an npm started by a script would use that project. */
function withoutOuterProject(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOuter = /^npm_(package_|lifecycle_|command$|config_(local_)?prefix$)/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isOuter.test(name)));
}

/** Waits until no other process installs. SQLite releases the lock even when the process crashes. @returns a function that releases it */
function takeLock(say: Say): () => void {
  mkdirSync(resolve(repositoryRoot, 'node_modules'), { recursive: true });
  const database = new DatabaseSync(resolve(repositoryRoot, 'node_modules/.extras-lock'));
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch {
    say('waiting for another process that installs packages for tests');
    database.exec(`PRAGMA busy_timeout = ${longestWaitMinutes * 60_000}`);
    database.exec('BEGIN EXCLUSIVE');
  }
  return () => database.close();
}
