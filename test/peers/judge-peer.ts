import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';
import type { SuiteReport } from '../../src/conformance/report/model.ts';
import { firstBlockOf } from './first-block.ts';

const here = import.meta.dirname;
/** `timers.time_scale` of the profiles. */
const TIME_SCALE = '50';

/** How a server is started. */
export interface Program {
  /** The name of its folder. */
  readonly name: string;
  /** A program below its folder, and its arguments. */
  readonly program: readonly [string, ...string[]];
}

/** An entry of mistakes.yaml. */
export interface Mistake {
  readonly id: string;
  /** The section of the service document that it violates. */
  readonly section: string;
  /** The open point whose readings allow it after all, so the suite must not find it. */
  readonly open?: string;
}

export const MISTAKES = parse(readFileSync(join(here, 'mistakes.yaml'), 'utf8')) as readonly Mistake[];

/** Starts the server with these variables, runs `check` on it with its profile, and stops it. */
export async function judge(
  peer: Program,
  variables: Readonly<Record<string, string>>,
  flags: readonly string[],
) {
  const folder = join(here, peer.name);
  const server = spawn(join(folder, peer.program[0]), peer.program.slice(1), {
    cwd: folder,
    env: { ...process.env, PORT: '0', TIME_SCALE, ...variables },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(server, 'exit');
  try {
    return await check(await firstLine(server), join(folder, 'profile.yaml'), flags);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

/** @throws Error when the server ends before it prints its URL */
async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout !== null) for await (const line of createInterface(stdout)) return line;
  throw new Error('the server ended before it printed its URL');
}

async function check(url: string, profile: string, flags: readonly string[]) {
  const args = [
    resolve(repositoryRoot, 'src/cli/main.ts'),
    'check',
    url,
    '--profile',
    profile,
    '--reporter',
    'json',
  ];
  const options = { env: { ...testEnvironment(), ...tokensOf(profile) }, maxBuffer: 2 ** 28 };
  const { code, stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [...args, ...flags],
    options,
  ).then(
    (ran) => ({ code: 0, ...ran }),
    (failure: { code: number; stdout: string; stderr: string }) => failure,
  );
  if (stdout === '') throw new Error(`check ended with ${code}: ${stderr}`);
  const report = JSON.parse(stdout) as SuiteReport;
  const { verdict, requirements } = report;
  const failed = requirements.filter(({ status }) => status === 'failed').map(({ id }) => id);
  const warned = requirements.filter(({ status }) => status === 'warned').map(({ id }) => id);
  return { code, verdict, failed, warned, firstBlock: firstBlockOf(report) };
}

/** The value of each variable that the profile names: a token of the server is the name in lower case, with hyphens. */
function tokensOf(profile: string): Record<string, string> {
  const names = readFileSync(profile, 'utf8').matchAll(/token_env: (\w+)/g);
  return Object.fromEntries(
    Array.from(names, ([, name = '']) => [name, name.toLowerCase().replaceAll('_', '-')]),
  );
}
