import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { repositoryRoot } from './environment.ts';

/** The seed outside a git checkout, such as in an exported archive. */
const NO_CHECKOUT = 'no-checkout';

/**
 * The seed of all samples of a run: the hash of the files in the working tree, committed or not, without ignored files. So a run before a commit
 * draws the same samples as a run after it, and another change draws others. The variable `PROOF_SEED` repeats the samples of an earlier run.
 */
export function readSeed({ PROOF_SEED: seed }: NodeJS.ProcessEnv = process.env): string {
  return seed || hashTree(repositoryRoot);
}

/** A number of at most nine digits for a random source: the seed itself if it is one, such as one given to the ledger; otherwise its hash. */
export function toNumber(seed: string): number {
  return /^\d{1,9}$/.test(seed) ? Number(seed) : hash(seed) % 1e9;
}

/** Whether the seed draws an item, as it does with one in `every`. That does not depend on other items. */
export function isDrawn(item: string, every: number, seed: string): boolean {
  return hash(`${seed} ${item}`) % every === 0;
}

function hash(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}

/** The hash that git would give to a commit's tree with the files of this folder. Neither git's index nor its objects change. */
export function hashTree(folder: string): string {
  const git = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    execFileSync('git', args, {
      cwd: folder,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  if (!isCheckout(folder)) return NO_CHECKOUT;
  const [index = '', objects = ''] = git(['rev-parse', '--git-path', 'index', '--git-path', 'objects']).split(
    '\n',
  );
  const draft = mkdtempSync(join(tmpdir(), 'tree-'));
  const apart = {
    GIT_INDEX_FILE: join(draft, 'index'),
    GIT_OBJECT_DIRECTORY: draft,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: resolve(folder, objects),
  };
  try {
    // With a copy of the index, git only hashes files that changed. It trusts a file whose time is older than that of the index.
    cpSync(resolve(folder, index), apart.GIT_INDEX_FILE, { preserveTimestamps: true });
    git(['add', '--all'], apart);
    return git(['write-tree'], apart).slice(0, 12);
  } finally {
    rmSync(draft, { recursive: true });
  }
}

function isCheckout(folder: string): boolean {
  return spawnSync('git', ['rev-parse', '--git-dir'], { cwd: folder }).status === 0;
}
