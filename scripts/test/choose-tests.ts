import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { repositoryRoot } from './environment.ts';
import { type ImportGraph, reachOf } from './import-graph.ts';
import { isDrawn } from './seed.ts';

/** The test files that a change selects. */
export interface Choice {
  /** Tests of what changed. All of them run. */
  readonly near: readonly string[];
  /** Tests that reach the change through much that has tests of its own. Some run. */
  readonly far: readonly string[];
  /** Tests that nothing connects with the change. Fewer run. */
  readonly other: readonly string[];
  /** All that run. */
  readonly chosen: readonly string[];
}

/** One file in so many runs. */
export const FAR = 12;
export const OTHER = 24;
/** These choose among the proofs that they make (scripts/ledger/choose-proofs.ts). */
const CHOOSING = [
  'test/alterations/breakages/behaviour.test.ts',
  'test/alterations/families/proofs.test.ts',
  'test/alterations/kept-failures.test.ts',
];
/** A change of these may touch everything. */
const EVERYTHING = /^(package(-lock)?\.json|vitest\.config\.ts|\.npmrc|scripts\/(test|simulation|node)\/.*)$/;
/** A module that this share of the tests reach, and that reaches so many modules itself, is a hub: what lies behind it has tests of its own. */
const HUB_SHARE = 1 / 10;
const HUB_SIZE = 20;

/** @returns undefined if a change may touch everything */
export function chooseTests(
  tests: readonly string[],
  graph: ImportGraph,
  changed: readonly string[],
  seed: string,
): Choice | undefined {
  if (changed.some((file) => EVERYTHING.test(file))) return undefined;
  const isHub = findHubs(tests, graph);
  const near: string[] = [];
  const far: string[] = [];
  const other: string[] = [];
  // Imports show who uses a module. Other files, and programs, are used by their names. What a program imports is not followed.
  const read = changed.map((file) => patternsOf(file, graph.has(file)));
  for (const test of tests) {
    const own = reachOf(test, graph, isHub);
    const names = (which: keyof Patterns, module: RegExp) =>
      [...own].some(
        (each) => module.test(each) && read.some((patterns) => patterns[which].test(textOf(each))),
      );
    const isTestOf = changed.some((file) => own.has(file) || mirrors(test, file));
    if (CHOOSING.includes(test) || isTestOf || names('file', PROOFS) || names('folder', TESTS))
      near.push(test);
    else {
      const all = reachOf(test, graph);
      const isFar = changed.some((file) => all.has(file)) || names('folder', PROOFS);
      (isFar ? far : other).push(test);
    }
  }
  const drawn = (files: readonly string[], every: number) =>
    files.filter((file) => isDrawn(file, every, seed));
  const chosen = [...near, ...drawn(far, FAR), ...drawn(other, OTHER)];
  return { near, far, other, chosen };
}

function findHubs(tests: readonly string[], graph: ImportGraph): (module: string) => boolean {
  const counts = new Map<string, number>();
  for (const test of tests)
    for (const module of reachOf(test, graph)) counts.set(module, (counts.get(module) ?? 0) + 1);
  const common = [...counts].filter(([, count]) => count >= tests.length * HUB_SHARE);
  const hubs = new Set(
    common.flatMap(([module]) => (reachOf(module, graph).size >= HUB_SIZE ? [module] : [])),
  );
  return (module) => hubs.has(module);
}

/** Whether the test has the path of the file, lies in the folder of its tests, or directly in a folder above that. */
function mirrors(test: string, file: string): boolean {
  if (test === `test/${file.replace(/^src\//, '').replace(/\.ts$/, '.test.ts')}`) return true;
  const mirrored = dirname(`test/${file.replace(/^src\//, '')}`);
  const isAbove = mirrored.startsWith(`${dirname(test)}/`) && dirname(test) !== 'test';
  // The folders directly below src are large.
  const isLarge = file.startsWith('src/') && dirname(test).split('/').length < 3;
  return (mirrored.split('/').length > 2 && test.startsWith(`${mirrored}/`)) || (isAbove && !isLarge);
}

const TESTS = /^test\//;
const PROOFS = /^(test|scripts)\//;

/** How a module may name a file that it reads, or a folder around it. */
interface Patterns {
  readonly file: RegExp;
  readonly folder: RegExp;
}

const NOTHING = /(?!)/;
const texts = new Map<string, string>();

/** @param isModule whether it is imported. Many modules have the same name, so only the whole path names one. */
function patternsOf(file: string, isModule: boolean): Patterns {
  const parts = file.split('/');
  const folders = parts.slice(0, -1).map((_, at) => quote(parts.slice(0, at + 1).join('/')));
  // Only tests of all code read a whole folder of code. They count as others.
  const named = /^(src|test|scripts|generated)$/.test(parts[0] ?? '') ? folders.slice(1) : folders;
  return {
    file: new RegExp(`['"\`/]${quote(isModule ? file : basename(file))}['"\`]`),
    folder: isModule
      ? NOTHING
      : new RegExp(`['"\`](?:\\.\\.?/)*(?:${named.join('|') || '(?!)'})(?:/?['"\`]|/[*{$])`),
  };
}

function quote(text: string): string {
  return text.replaceAll(/[\\^$.|?+*()[\]{}]/g, '\\$&');
}

function textOf(module: string): string {
  const text = texts.get(module) ?? readFileSync(resolve(repositoryRoot, module), 'utf8');
  texts.set(module, text);
  return text;
}
