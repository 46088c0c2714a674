import { globSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { repositoryRoot } from './environment.ts';
import { extrasOf, testFiles } from './extras.ts';
import { readSeed, toNumber } from './seed.ts';

/**
 * Test files of the outer tier that their imports do not reveal: they need other programs, measure time and memory, run in real time, or
 * judge several servers with the whole suite.
 */
export const OUTER: readonly string[] = [
  'test/cli/*-memory.test.ts',
  'test/cli/against.test.ts',
  'test/cli/closed-pipes.test.ts',
  'test/cli/signals.test.ts',
  'test/cli/start.test.ts',
  'test/client/runtimes/leaks.test.ts',
  'test/conformance/judge/held-bytes.test.ts',
  'test/conformance/run/damage.test.ts',
  'test/conformance/run/lesser-profiles.test.ts',
  'test/conformance/run/malformed-answers.test.ts',
  'test/conformance/run/over-sockets.test.ts',
  'test/conformance/run/stopped.test.ts',
  'test/docs/at-scale.test.ts',
  'test/docs/blocks.test.ts',
  'test/docs/first-hour.test.ts',
  'test/docs/nginx.test.ts',
  'test/docs/prometheus-rules.test.ts',
  'test/docs/readme-run.test.ts',
  'test/fuzz/floods.test.ts',
  'test/fuzz/hostile-files.test.ts',
  'test/outside-text/readers.test.ts',
  'test/peers/*.test.ts',
  'test/portal/**/*.test.ts',
  'test/publish.test.ts',
  'test/recipes/**/*.test.ts',
  'test/reference/crash/**/*.test.ts',
  'test/rig/conformance.test.ts',
  'test/scripts/simulation/whole-run.test.ts',
];

/**
 * The items that a test runs with: all of them, or under `npm test` and `npm run test:changed` one in `every`, at least one. The seed of the run
 * chooses which, so that each item has its turn.
 */
export function sampled<Item>(items: readonly Item[], every = items.length): readonly Item[] {
  if (process.env.TIER === undefined) return items;
  const first = toNumber(readSeed()) % Math.min(every, items.length);
  return items.filter((_, index) => index % every === first);
}

/**
 * The files that `npm test` leaves to `npm run test:all`: those that use packages that `npm ci` does not install (a folder of EXTRAS, found
 * by their imports) and those listed in OUTER.
 */
export function outerFiles(): readonly string[] {
  const listed = new Set(globSync(OUTER, { cwd: repositoryRoot }).map((file) => file.replaceAll(sep, '/')));
  return testFiles().filter((file) => listed.has(file) || extrasOf(resolve(repositoryRoot, file)).length > 0);
}
