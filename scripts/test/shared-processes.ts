import { globSync } from 'node:fs';
import { sep } from 'node:path';
import { repositoryRoot } from './environment.ts';

/**
 * Test files that share processes with each other: they start few programs, do not measure their process, and undo their changes to it. Starting
 * a process and loading the modules takes longer than running most of these files.
 */
const SHARED: readonly string[] = [
  'test/*.test.ts',
  'test/adapters/**/*.test.ts',
  'test/alterations/**/*.test.ts',
  'test/bench/**/*.test.ts',
  'test/cli/**/*.test.ts',
  'test/client/**/*.test.ts',
  'test/conformance/**/*.test.ts',
  'test/docs/**/*.test.ts',
  'test/event-stream/**/*.test.ts',
  'test/interop/readers/*.test.ts',
  'test/interop/toolchains/*.test.ts',
  'test/loopback/**/*.test.ts',
  'test/outside-text/find-readers.test.ts',
  'test/reference/**/*.test.ts',
  'test/rig/**/*.test.ts',
  'test/scripts/**/*.test.ts',
  'test/secrets/**/*.test.ts',
  'test/spec/**/*.test.ts',
];

/**
 * Files in the same folders that have their own process: they take long, wait for timers that a neighbour could delay, start programs, or
 * measure memory. Collecting garbage takes many times longer with the loaded modules of neighbours.
 */
export const ALONE: readonly string[] = [
  'test/docs.test.ts',
  'test/installed.test.ts',
  'test/workflows.test.ts',
  'test/alterations/breakages/behaviour.test.ts',
  'test/cli/action.test.ts',
  'test/cli/check-target.test.ts',
  'test/cli/compile-cache.test.ts',
  'test/cli/*-memory.test.ts',
  'test/cli/fleet.test.ts',
  'test/cli/main.test.ts',
  'test/cli/read-timelines.test.ts',
  'test/cli/record.test.ts',
  'test/cli/rig.test.ts',
  'test/cli/serve.test.ts',
  'test/cli/standard-io.test.ts',
  'test/client/editor/**',
  'test/client/reference/**',
  'test/client/runtimes/**',
  'test/conformance/judge/held-bytes.test.ts',
  'test/conformance/report/html/{page,timeline}.test.ts',
  'test/conformance/run/{damage,defects,delivery,evidence,hostile,left-out,lesser-profiles,malformed-answers}.test.ts',
  'test/conformance/run/{over-sockets,overtime,second-eyes,timers}.test.ts',
  'test/docs/at-scale.test.ts',
  'test/docs/deploy-run.test.ts',
  'test/docs/guides.test.ts',
  'test/docs/readme-run.test.ts',
  'test/reference/crash/**',
  'test/rig/conformance.test.ts',
  'test/scripts/build/licenses.test.ts',
];

/** The files that share processes, relative to the repository. */
export function sharedFiles(): readonly string[] {
  const alone = new Set(find(ALONE));
  return find(SHARED).filter((file) => !alone.has(file));
}

function find(patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: repositoryRoot }).map((file) => file.replaceAll(sep, '/'));
}
