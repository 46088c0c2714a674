import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, resolve } from 'node:path';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { makeConsumer, type Outcome, runProgram } from '../consumer.ts';
import type { Item } from './corpus.ts';
import { type Figures, figuresOf } from './figures.ts';
import type { Decoded } from './lost.ts';
import { type Toolchain, wordsOf } from './toolchain.ts';

/** A result, or why there is none. */
export type Result =
  | { readonly state: 'measured'; readonly figures: Figures }
  | { readonly state: 'skipped' | 'failed'; readonly why: string };

/** Installs a toolchain where that is needed, generates from a contract, and has its output decode every item. */
export async function runToolchain(
  toolchain: Toolchain,
  contract: string,
  items: readonly Item[],
): Promise<Result> {
  const missing = toolchain.needs.filter((program) => !isOnPath(program));
  if (missing.length > 0) return { state: 'skipped', why: `this machine has no ${missing.join(', ')}` };
  const root = makeConsumer(contract);
  try {
    const folders = { home: homeOf(toolchain), project: repositoryRoot };
    const run = (command: string) => runOnline(root, wordsOf(command, folders));
    const notInstalled = await install(toolchain, folders.home, run);
    if (notInstalled !== undefined) return { state: 'skipped', why: notInstalled };
    writeFileSync(resolve(root, 'corpus.jsonl'), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
    writePrograms(root, toolchain, [...new Set(items.map(({ type }) => type))]);
    const broken = await firstFailure(toolchain.build, run);
    if (broken !== undefined) return { state: 'failed', why: broken };
    const { exitCode, said } = await run(toolchain.decode);
    if (exitCode !== 0) return { state: 'failed', why: said.slice(-5).join(' | ') };
    return { state: 'measured', figures: figuresOf(items, decodedOf(said)) };
  } finally {
    if (process.env.INTEROP_KEEP === undefined) rmSync(root, { recursive: true, force: true });
    else console.log(`  kept ${root}`);
  }
}

type Run = (command: string) => Promise<Outcome>;

/** Runs the commands of an installation unless they ran before. */
async function install(toolchain: Toolchain, home: string, run: Run): Promise<string | undefined> {
  const stamp = resolve(home, '.installed');
  if (existsSync(stamp)) return undefined;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const failure = await firstFailure(toolchain.install, run);
  if (failure === undefined) writeFileSync(stamp, toolchain.install.join('\n'));
  return failure;
}

async function firstFailure(commands: readonly string[], run: Run): Promise<string | undefined> {
  for (const command of commands) {
    const { exitCode, said } = await run(command);
    if (exitCode !== 0) return `\`${command}\` ended with ${exitCode}: ${said.slice(-5).join(' | ')}`;
  }
  return undefined;
}

/** What generators, compilers and their packages are downloaded with is left as the machine has it. */
function runOnline(root: string, words: readonly string[]): Promise<Outcome> {
  const [program = '', ...args] = words;
  return runProgram(root, program === 'node' ? process.execPath : program, args, { CGO_ENABLED: '0' });
}

/** A line with `__TYPE__` stands once for each type of the corpus. */
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

/** Kept between runs, outside of the repository; the same commands are installed once. */
function homeOf({ install }: Toolchain): string {
  const cache = process.env.XDG_CACHE_HOME ?? resolve(homedir(), '.cache');
  const digest = createHash('sha256').update(install.join('\n')).digest('hex').slice(0, 12);
  return resolve(cache, 'conversation-api-interop', digest);
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(resolve(folder, program)));
}
