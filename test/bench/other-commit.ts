import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchRun, type Machine, readRun } from './compare.ts';

/** Another commit of this repository, which measures itself with its own bench. */
export interface OtherCommit {
  measure(): BenchRun;
  close(): void;
}

/** Checks out a commit in a temporary folder and installs its packages. @throws Error if there is no such commit */
export function openCommit(commit: string, part: string | undefined, machine: Machine): OtherCommit {
  const folder = mkdtempSync(join(tmpdir(), 'conversation-api-commit-'));
  const git = (...args: string[]) => execFileSync('git', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const inFolder = (program: string, args: readonly string[]) => {
    const { status } = spawnSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed in ${commit}`);
  };
  const close = () => {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  };
  try {
    git('worktree', 'add', '--detach', folder, commit);
    inFolder('npm', ['ci', '--no-audit', '--no-fund']);
  } catch (error) {
    close();
    throw error;
  }
  return {
    measure() {
      inFolder(process.execPath, ['test/bench/main.ts', ...(part === undefined ? [] : ['--only', part])]);
      const file = join(folder, 'reports/bench.json');
      if (!existsSync(file)) throw new Error(`${commit} cannot measure one part; leave --only out`);
      return readRun(file, machine);
    },
    close,
  };
}
