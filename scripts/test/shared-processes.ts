import { globSync } from 'node:fs';
import { sep } from 'node:path';
import { repositoryRoot } from './environment.ts';

/**
 * Test files that share processes with each other: they start few programs, measure no process, and undo what they change of theirs. To
 * start a process and to load the modules takes longer than most of these files take to run.
 */
const SHARED: readonly string[] = [
  'test/client/**/*.test.ts',
  'test/conformance/**/*.test.ts',
  'test/event-stream/**/*.test.ts',
  'test/loopback/**/*.test.ts',
  'test/reference/**/*.test.ts',
  'test/rig/**/*.test.ts',
  'test/scripts/**/*.test.ts',
  'test/spec/**/*.test.ts',
];

/** Files in the same folders that have a process of their own: they take long, or they wait for timers that a neighbour could delay. */
const ALONE: readonly string[] = [
  'test/client/editor/**',
  'test/client/reference/**',
  'test/client/runtimes/**',
  'test/conformance/report/html/**',
  'test/conformance/run/**',
  'test/reference/crash/**',
  'test/rig/conformance.test.ts',
  'test/scripts/build/**',
  'test/scripts/generate/check.test.ts',
];

/** The files that share processes, relative to the repository. */
export function sharedFiles(): readonly string[] {
  const alone = new Set(find(ALONE));
  return find(SHARED).filter((file) => !alone.has(file));
}

function find(patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: repositoryRoot }).map((file) => file.replaceAll(sep, '/'));
}
