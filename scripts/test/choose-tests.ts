import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { repositoryRoot } from './environment.ts';
import { type ImportGraph, reachOf } from './import-graph.ts';

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
const HUB_SHARE = 1 / 8;
const HUB_SIZE = 40;

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
  for (const test of tests) {
    const own = reachOf(test, graph, isHub);
    const isNear = changed.some((file) => own.has(file) || mirrors(test, file) || isNamed(file, own));
    if (CHOOSING.includes(test) || isNear) near.push(test);
    else {
      const all = reachOf(test, graph);
      (changed.some((file) => all.has(file)) ? far : other).push(test);
    }
  }
  const chosen = [...near, ...drawn(far, FAR, seed), ...drawn(other, OTHER, seed)];
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

/** Whether the test has the path of the file, or lies in the folder of its tests. */
function mirrors(test: string, file: string): boolean {
  const folder = dirname(file.replace(/^src\//, ''));
  return folder.includes('/') && test.startsWith(`test/${folder}/`);
}

/** Whether a test reads a file: one of the modules of test/ and scripts/ that it reaches names the file or a folder around it. */
function isNamed(file: string, modules: ReadonlySet<string>): boolean {
  const pattern = patternOf(file);
  return [...modules].some((module) => /^(test|scripts)\//.test(module) && pattern.test(textOf(module)));
}

const patterns = new Map<string, RegExp>();
const texts = new Map<string, string>();

/** Matches the name of the file after a slash or a quote, and the whole path of a folder around it as a text of its own or before a slash. */
function patternOf(file: string): RegExp {
  const known = patterns.get(file);
  if (known) return known;
  const parts = file.split('/');
  // Folders of code are read as a whole only by tests of all code, which the seed draws.
  const first = /^(src|test|scripts|generated)$/.test(parts[0] ?? '') ? 2 : 1;
  const folders = parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join('/'));
  const names = [...folders.slice(first - 1).map((folder) => `${quote(folder)}(?=/?['"\`]|/[*{$])`)];
  const pattern = new RegExp(`['"\`/](?:${[`${quote(basename(file))}['"\`]`, ...names].join('|')})`);
  patterns.set(file, pattern);
  return pattern;
}

function quote(text: string): string {
  return text.replaceAll(/[\\^$.|?+*()[\]{}]/g, '\\$&');
}

function textOf(module: string): string {
  const text = texts.get(module) ?? readFileSync(resolve(repositoryRoot, module), 'utf8');
  texts.set(module, text);
  return text;
}

/** Those that the seed draws. Whether it draws a file does not depend on the others. */
function drawn(files: readonly string[], every: number, seed: string): readonly string[] {
  return files.filter(
    (file) => createHash('sha256').update(`${seed} ${file}`).digest().readUInt32BE() % every === 0,
  );
}
