import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { makeConsumer, type Outcome } from '../consumer.ts';
import { type CallFigures, runCalls } from './calls.ts';
import type { Item } from './corpus.ts';
import { type Figures, figuresOf } from './figures.ts';
import { firstFailure, homeOf, installOnce, missingOf, runOnline } from './install.ts';
import type { Decoded } from './lost.ts';
import type { Measured } from './table.ts';
import { type Toolchain, wordsOf } from './toolchain.ts';

/** How much of the corpus the output of a toolchain preserved, and how its calls went if it has a client. */
export interface Measurement {
  readonly figures: Figures;
  readonly calls?: CallFigures;
}

/** A result, or why there is none. */
export type Result =
  | ({ readonly state: 'measured' } & Measurement)
  | { readonly state: 'skipped' | 'failed'; readonly why: string };

/** The figures of a result, as measured.json keeps them. */
export function countsOf({ figures, calls }: Measurement): Measured[string] {
  const { losses: _, ...decoded } = figures;
  return { ...decoded, ...(calls && { calls: calls.count }) };
}

/** Installs a toolchain if necessary, generates from a contract, and has its output decode every item. */
export async function runToolchain(
  toolchain: Toolchain,
  contract: string,
  items: readonly Item[],
): Promise<Result> {
  const missing = missingOf(toolchain.needs);
  if (missing.length > 0) return { state: 'skipped', why: `this machine has no ${missing.join(', ')}` };
  const root = makeConsumer(contract);
  try {
    const folders = { home: homeOf(toolchain.install), project: repositoryRoot };
    const run = (command: string, variables?: NodeJS.ProcessEnv) =>
      runOnline(root, wordsOf(command, folders), variables);
    const notInstalled = await installOnce(toolchain.install, folders.home, run);
    if (notInstalled !== undefined) return { state: 'skipped', why: notInstalled };
    writeFileSync(resolve(root, 'corpus.jsonl'), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    writePrograms(root, toolchain, [...new Set(items.map(({ type }) => type))]);
    const broken = await firstFailure(toolchain.build, run);
    if (broken !== undefined) return { state: 'failed', why: broken };
    const { exitCode, said } = await run(toolchain.decode);
    if (exitCode !== 0) return { state: 'failed', why: said.slice(-5).join(' | ') };
    const stale = await staleCase(toolchain, root, run);
    if (stale !== undefined) return { state: 'failed', why: stale };
    const figures = figuresOf(items, decodedOf(said));
    const { call } = toolchain;
    if (call === undefined) return { state: 'measured', figures };
    return { state: 'measured', figures, calls: await runCalls((variables) => run(call, variables)) };
  } finally {
    if (process.env.INTEROP_KEEP === undefined) rmSync(root, { recursive: true, force: true });
    else console.log(`  kept ${root}`);
  }
}

/** Why a smallest case no longer shows a fault of the tool. */
async function staleCase(
  { smallest }: Toolchain,
  root: string,
  run: (command: string) => Promise<Outcome>,
): Promise<string | undefined> {
  if (smallest === undefined) return undefined;
  const { document, command, shows } = smallest;
  copyFileSync(resolve(import.meta.dirname, 'smallest', document), resolve(root, 'smallest.json'));
  const { said } = await run(command);
  for (const [file, fault] of Object.entries(shows)) {
    const path = resolve(root, file);
    if (!existsSync(path)) return `the smallest case does not write ${file}: ${said.slice(-3).join(' | ')}`;
    if (!fault.test(readFileSync(path, 'utf8')))
      return `the smallest case ${document} shows no fault in ${file} any more, so the reason of the row is out of date`;
  }
  return undefined;
}

/** A line with `__TYPE__` is repeated for each type of the corpus. */
function writePrograms(root: string, { programs }: Toolchain, types: readonly string[]): void {
  for (const [name, destination] of Object.entries(programs)) {
    const source = resolve(import.meta.dirname, 'programs', name);
    const target = resolve(root, destination);
    mkdirSync(dirname(target), { recursive: true });
    const text = readFileSync(source, 'utf8');
    if (!text.includes('__TYPE__')) copyFileSync(source, target);
    else
      writeFileSync(
        target,
        text.replace(/^.*__TYPE__.*$/gm, (line) => repeated(line, types)),
      );
  }
}

function repeated(line: string, types: readonly string[]): string {
  return types.map((type) => line.replaceAll('__TYPE__', type)).join('\n');
}

function decodedOf(lines: readonly string[]): readonly Decoded[] {
  return lines.filter((line) => line.startsWith('{"')).map((line) => JSON.parse(line) as Decoded);
}
