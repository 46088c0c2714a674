import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A git repository without commits, which is removed after the test. Neither a hook's environment nor the user's settings reach it. */
export function makeRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'repository-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  const env = { ...Object.fromEntries(inherited), GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
    }).trim();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  /** @param age days before now */
  const commit = (age = 0) => {
    const date = new Date(Date.now() - age * 86_400_000).toISOString();
    git('add', '--all');
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'change'], {
      cwd: folder,
      env: { ...env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
    });
    return git('rev-parse', '--short', 'HEAD');
  };
  git('init', '-q');
  write('.gitignore', 'ignored\n');
  write('a.txt', 'one\n');
  return { folder, git, write, commit };
}
