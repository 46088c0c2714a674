import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { repositoryRoot } from './environment.ts';

/**
 * Folders with a separate package.json and lock file. They list packages that only the portal or some tests need, so `npm ci` in the
 * root does not install them.
 */
export const EXTRAS = [
  'portal',
  'test/examples',
  'test/interop',
  'test/runners',
  'test/runtimes',
  'test/tools',
] as const;

export type Extra = (typeof EXTRAS)[number];

/** The folders that these test files need. */
export function extrasFor(files: readonly string[]): readonly Extra[] {
  const needed = new Set(files.flatMap((file) => extrasOf(resolve(repositoryRoot, file))));
  return EXTRAS.filter((extra) => needed.has(extra));
}

/** All test files, relative to the repository. */
export function testFiles(): readonly string[] {
  return globSync('test/**/*.test.ts', {
    cwd: repositoryRoot,
    exclude: (path) => path.endsWith('node_modules') || path === 'test/consumers',
  }).map((file) => file.replaceAll(sep, '/'));
}

/**
 * The test files whose path contains one of the arguments, as vitest selects them. The argument after an option may be its value
 * and is not used as a filter. When in doubt, this selects too many files rather than too few.
 */
export function selectedFiles(args: readonly string[]): readonly string[] {
  const filters = args
    .filter((arg, index) => !arg.startsWith('-') && !args[index - 1]?.startsWith('-'))
    .map((filter) => filter.replace(/^\.\//, '').replace(/:\d+$/, '').toLowerCase());
  const files = testFiles();
  if (filters.length === 0) return files;
  return files.filter((file) =>
    filters.some((filter) => resolve(repositoryRoot, file).toLowerCase().includes(filter)),
  );
}

const known = new Map<string, ReadonlySet<string>>();

/** The folders that contain this test file or a module of test/ that it imports. */
export function extrasOf(file: string): readonly Extra[] {
  const modules = [...reach(file)];
  return EXTRAS.filter((extra) =>
    modules.some((module) => module.startsWith(resolve(repositoryRoot, extra) + sep)),
  );
}

/** A module of test/ and the modules of test/ that it imports, directly or through others. */
function reach(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const imported of importsOf(file)) reach(imported, seen);
  return seen;
}

function importsOf(file: string): ReadonlySet<string> {
  const found = known.get(file) ?? readImports(file);
  known.set(file, found);
  return found;
}

function readImports(file: string): ReadonlySet<string> {
  const paths = readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s+'(\.\.?\/[^']+\.ts)'/g);
  const tests = resolve(repositoryRoot, 'test') + sep;
  const modules = Array.from(paths, ([, path = '']) => resolve(dirname(file), path));
  // Some tests contain programs as text, with imports relative to other folders.
  return new Set(modules.filter((module) => module.startsWith(tests) && existsSync(module)));
}
