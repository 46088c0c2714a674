import { spawnSync } from 'node:child_process';
import { repositoryRoot } from './environment.ts';

/** What differs from a commit, committed since or not. */
export interface Change {
  readonly base: string;
  /** Relative to the repository, sorted. Deleted files too. */
  readonly files: readonly string[];
  /** The changed lines with a few around them, and the whole of new files. */
  readonly text: string;
}

/** Lines around a change that show what it belongs to, such as the id of a requirement. */
const AROUND = 12;

/**
 * The uncommitted change, or the last commit if there is none. `PROOF_BASE` names another base.
 *
 * @throws Error outside of a git checkout, and for a base that it does not have
 */
export function readOwnChange(env: NodeJS.ProcessEnv = process.env, folder = repositoryRoot): Change {
  if (env.PROOF_BASE !== undefined) return changeSince(env.PROOF_BASE, folder);
  const own = changeSince('HEAD', folder);
  return own.files.length > 0 ? own : changeSince('HEAD~1', folder);
}

/**
 * The change since the last release, or since a day ago if there is none. `PROOF_BASE` names another base.
 *
 * @returns undefined if the history does not reach so far, or outside of a git checkout
 */
export function readRecentChange(
  env: NodeJS.ProcessEnv = process.env,
  folder = repositoryRoot,
): Change | undefined {
  try {
    const [release = ''] = lines(gitIn(folder)('tag', '--list', 'v*', '--sort=-creatordate', '--merged'));
    const before = gitIn(folder)('rev-list', '-1', '--before=1 day ago', 'HEAD');
    const base = env.PROOF_BASE ?? (release || before);
    return base === '' ? undefined : changeSince(base, folder);
  } catch (error) {
    if (env.PROOF_BASE !== undefined) throw error;
    return undefined;
  }
}

function changeSince(base: string, folder: string): Change {
  const git = gitIn(folder);
  const untracked = lines(git('ls-files', '--others', '--exclude-standard'));
  const tracked = lines(git('diff', '--name-only', '--no-renames', base));
  // What programs write is long, and names everything.
  const places = ['--', '.', ':!generated', ':!*.json'];
  return {
    base: git('rev-parse', '--short', base),
    files: [...new Set([...tracked, ...untracked])].sort(),
    text: git('diff', `-U${AROUND}`, '--no-renames', base, ...places),
  };
}

function gitIn(folder: string): (...args: readonly string[]) => string {
  return (...args) => {
    const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 30 } as const;
    const { status, stdout, stderr } = spawnSync('git', args, options);
    if (status === 0) return stdout.trim();
    const [reason = ''] = (stderr ?? '').trim().split('\n');
    throw new Error(`git cannot say what changed (${reason}); set PROOF_BASE to a commit of this checkout`);
  };
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
