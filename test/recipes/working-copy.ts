import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';

/** Files that the scripts and tests of a recipe read. Recordings and tests of other subjects are left out, to keep the copy small. */
const PARTS = [
  'spec',
  'scripts',
  'src',
  'generated',
  'docs',
  'test/alterations',
  'test/conformance/run',
  'test/reference',
  'test/scripts/ledger',
  'test/spec',
  'README.md',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];

/** The output of a command on both streams, and its exit code. */
export interface Printed {
  readonly status: number | null;
  readonly output: string;
}

/** A copy of the repository in which a recipe of CONTRIBUTING.md is followed. */
export class WorkingCopy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'recipe-'));

  constructor() {
    for (const part of PARTS) {
      cpSync(join(repositoryRoot, part), join(this.#folder, part), { recursive: true });
    }
    symlinkSync(join(repositoryRoot, 'node_modules'), join(this.#folder, 'node_modules'), 'junction');
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }

  read(path: string): string {
    return readFileSync(join(this.#folder, path), 'utf8');
  }

  append(path: string, text: string): void {
    writeFileSync(join(this.#folder, path), `${this.read(path)}${text}`);
  }

  /** @throws Error if the file does not have the text, since the recipe would then change nothing */
  replace(path: string, text: string, by: string): void {
    const before = this.read(path);
    if (!before.includes(text)) throw new Error(`${path} does not have: ${text}`);
    writeFileSync(
      join(this.#folder, path),
      before.replace(text, () => by),
    );
  }

  /** Runs the script behind an `npm run` command. */
  run(script: string, ...args: readonly string[]): Printed {
    return this.#node(`scripts/${script}.ts`, ...args);
  }

  /**
   * Runs test files, or only the tests whose name matches one of the given patterns. Starting the runner takes seconds, so
   * one call runs several files.
   *
   * @throws Error if no test has such a name, since an empty run succeeds
   */
  test(paths: readonly string[], names: readonly string[] = []): Printed {
    const filter = names.length === 0 ? [] : ['-t', names.join('|')];
    const printed = this.#node('node_modules/vitest/vitest.mjs', 'run', ...paths, ...filter);
    if (/Tests\s+\d+ skipped \(/.test(stripVTControlCharacters(printed.output))) {
      throw new Error(`${paths.join()} has no test whose name matches: ${names.join(' or ')}`);
    }
    return printed;
  }

  #node(...args: readonly string[]): Printed {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: this.#folder,
      env: {
        ...environment(),
        // Otherwise the runner's transformed modules of the copy would stay in node_modules.
        VITEST_FS_MODULE_CACHE_PATH: join(this.#folder, '.vitest-cache'),
      },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return { status, output: `${stdout}${stderr}` };
  }
}

/** Without the variables that the runner of this test sets, so that a runner in the copy starts fresh. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|TEST$|NODE_ENV$|WHOLE_RUNS$)/.test(name),
  );
  return testEnvironment(Object.fromEntries(own));
}
