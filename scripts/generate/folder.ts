/** Reads the sources of the build from the disk, and writes its output. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Files } from './output.ts';
import { Spec } from './spec.ts';

const sources = /\.(yaml|json|sse)$/;
const output = 'generated';
/** Files of generated/ that `npm run costs` writes. */
const measured = new Set(['generated/check-costs.json', 'generated/shown-by.json']);

/** The files of spec/ under this folder. Released editions are left out, since nothing is built from them. */
export function readSpec(root: string): Spec {
  const folder = join(root, 'spec');
  return new Spec(
    listFiles(folder)
      .filter((path) => sources.test(path) && !path.startsWith('released/'))
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const),
  );
}

/** One file on the disk that differs from the build. */
export interface Difference {
  readonly path: string;
  readonly state: 'missing' | 'stale' | 'extra';
}

/** How the disk differs from the build of spec/, sorted by path. */
export function compare(root: string, files: Files): Difference[] {
  const wrong = [...files].flatMap(([path, text]): Difference[] => {
    const place = join(root, path);
    if (!existsSync(place)) return [{ path, state: 'missing' }];
    return readFileSync(place).equals(Buffer.from(text)) ? [] : [{ path, state: 'stale' }];
  });
  const extra = listFiles(join(root, output))
    .map((path) => `${output}/${path}`)
    .filter((path) => !files.has(path) && !measured.has(path))
    .map((path): Difference => ({ path, state: 'extra' }));
  return [...wrong, ...extra].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Writes missing and stale files, and removes extra ones. */
export function settle(root: string, files: Files, differences: readonly Difference[]): void {
  for (const { path, state } of differences) {
    const place = join(root, path);
    if (state === 'extra') {
      rmSync(place);
      continue;
    }
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, files.get(path) ?? '');
  }
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .sort();
}
