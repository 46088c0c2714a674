import { constants, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { repositoryRoot } from '../../scripts/test/environment.ts';

/** The repository as cloned by a user who has run `npm ci`. Builds in it do not interfere with others. */
export interface Clone {
  readonly folder: string;
  remove(): void;
}

/** Files that git ignores or keeps for itself. */
const NOT_CLONED =
  /(?:^|\/)(?:node_modules|\.git|\.venv|\.build|\.astro|__pycache__)$|^(?:dist[^/]*|reports|coverage|portal\/(?:build|site)|[^/]+\.tgz)$/;

/** @param copied folders whose packages the clone copies, since a bundler looks for them below it. The others are links. */
export function cloneRepository(copied: readonly string[] = []): Clone {
  const folder = mkdtempSync(join(tmpdir(), 'clone-'));
  cpSync(repositoryRoot, folder, {
    recursive: true,
    filter: (path) => !NOT_CLONED.test(relative(repositoryRoot, path)),
  });
  const packages = (root: string, place = '') => join(root, place, 'node_modules');
  symlinkSync(packages(repositoryRoot), packages(folder), 'junction');
  for (const place of copied)
    cpSync(packages(repositoryRoot, place), packages(folder, place), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
