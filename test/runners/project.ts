import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildClient, buildConformance } from '../../scripts/build/modules.ts';
import { buildPrograms } from '../../scripts/build/programs.ts';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';

/** A project with the package and the test runners installed. */
export interface Project {
  write(file: string, text: string): void;
  /** Runs a program, Node by default. @returns all of its output, and its exit code */
  run(
    args: readonly string[],
    variables: Readonly<Record<string, string>>,
    program?: string,
  ): Promise<{ code: number; said: string }>;
  remove(): void;
}

/** The path of a file of a package that this folder installs. @throws Error when it is not installed */
export function runnerFile(path: string): string {
  const file = resolve(import.meta.dirname, 'node_modules', path);
  if (existsSync(file)) return file;
  throw new Error(`${file} is not there; \`npm test\` installs the packages of test/runners`);
}

/**
 * Creates a project with the package built from the current sources, whatever dist contains. The package is copied, because a link
 * would place it outside node_modules, and runners compile files outside it.
 */
export async function makeProject(): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'conversation-api-runners-'));
  const installed = join(folder, 'node_modules/conversation-api');
  mkdirSync(installed, { recursive: true });
  for (const name of ['package.json', 'bin', 'generated'])
    cpSync(resolve(repositoryRoot, name), join(installed, name), { recursive: true });
  const dist = join(installed, 'dist');
  await Promise.all([buildPrograms(dist), buildConformance(dist), buildClient(dist)]);
  link(join(installed, 'bin/conversation-api.cjs'), join(folder, 'node_modules/.bin/conversation-api'));
  link(resolve(repositoryRoot, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
  link(runnerFile('@playwright/test'), join(folder, 'node_modules/@playwright/test'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  return {
    write: (file, text) => writeFileSync(join(folder, file), text),
    run: (args, variables, program = process.execPath) => {
      const options = { cwd: folder, env: { ...testEnvironment(), ...variables }, maxBuffer: 1 << 26 };
      return promisify(execFile)(program, args, options).then(
        ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
        ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
      );
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function link(target: string, place: string): void {
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(target, place, 'junction');
}
