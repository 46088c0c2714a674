import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
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
/** What programs write is long, and names everything. */
const WRITTEN = /^generated\/|\.json$/;

/**
 * The uncommitted change, or the last commit if there is none. `PROOF_BASE` names another base.
 *
 * @throws Error outside of a git checkout, and for a base that it does not have
 */
export function readOwnChange(
  { PROOF_BASE: base }: NodeJS.ProcessEnv = process.env,
  folder = repositoryRoot,
): Change {
  if (base) return changeSince(base, folder);
  const own = changeSince('HEAD', folder);
  return own.files.length > 0 ? own : changeSince('HEAD~1', folder);
}

/**
 * The change since the last release, or since a day ago if there is none; the last commit belongs to it in any case. `PROOF_BASE` names another
 * base.
 *
 * @returns undefined if the history does not reach so far, or outside of a git checkout
 * @throws Error for a base that the checkout does not have
 */
export function readRecentChange(
  { PROOF_BASE: base }: NodeJS.ProcessEnv = process.env,
  folder = repositoryRoot,
): Change | undefined {
  if (base) return changeSince(base, folder);
  const git = gitIn(folder);
  try {
    const [release] = git('tag', '--list', 'v*', '--sort=-creatordate', '--merged', 'HEAD~1').split('\n');
    const recent = release || git('rev-list', '-1', '--before=1 day ago', 'HEAD~1');
    return recent === '' ? undefined : changeSince(recent, folder);
  } catch {
    return undefined;
  }
}

function changeSince(base: string, folder: string): Change {
  const git = gitIn(folder);
  const diff = ['diff', '--no-ext-diff', '--no-color', '--no-renames', '--relative'];
  const tracked = names(git(...diff, '--name-only', '-z', base));
  const added = names(git('ls-files', '--others', '--exclude-standard', '-z'));
  const read = added.filter((file) => !WRITTEN.test(file));
  return {
    base: git('rev-parse', '--short', base),
    files: [...new Set([...tracked, ...added])].sort(),
    text: [
      git(...diff, `-U${AROUND}`, base, '--', '.', ':!generated', ':!*.json'),
      ...read.map((file) => readFileSync(resolve(folder, file), 'utf8')),
    ].join('\n'),
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

/** Git separates names by NUL, and then writes them as they are. */
function names(text: string): string[] {
  return text.split('\0').filter((name) => name !== '');
}
