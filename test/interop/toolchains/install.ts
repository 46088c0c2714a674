import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { type Outcome, runProgram } from '../consumer.ts';

/** Runs a command and returns its output. */
export type Run = (command: string) => Promise<Outcome>;

/** Kept between runs, outside the repository. Rows with the same commands share one installation. */
export function homeOf(commands: readonly string[]): string {
  const cache = process.env.XDG_CACHE_HOME ?? resolve(homedir(), '.cache');
  const digest = createHash('sha256').update(commands.join('\n')).digest('hex').slice(0, 12);
  return resolve(cache, 'conversation-api-interop', digest);
}

/** Runs the commands of an installation unless they ran before. Returns why they failed. */
export async function installOnce(
  commands: readonly string[],
  home: string,
  run: Run,
): Promise<string | undefined> {
  const stamp = resolve(home, '.installed');
  if (existsSync(stamp)) return undefined;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const failure = await firstFailure(commands, run);
  if (failure === undefined) writeFileSync(stamp, commands.join('\n'));
  return failure;
}

export async function firstFailure(commands: readonly string[], run: Run): Promise<string | undefined> {
  for (const command of commands) {
    const { exitCode, said } = await run(command);
    if (exitCode !== 0) return `\`${command}\` ended with ${exitCode}: ${said.slice(-5).join(' | ')}`;
  }
  return undefined;
}

/** Leaves the settings for downloading generators, compilers and packages as they are on this machine. */
export function runOnline(
  root: string,
  words: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const [program = '', ...args] = words;
  const path = program === 'node' ? process.execPath : program;
  return runProgram(root, path, args, { CGO_ENABLED: '0', ...variables });
}

/** The programs that the machine lacks. */
export function missingOf(programs: readonly string[]): string[] {
  return programs.filter((program) => !isOnPath(program));
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(resolve(folder, program)));
}
