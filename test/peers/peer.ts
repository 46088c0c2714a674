import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';

const here = import.meta.dirname;
/** `timers.time_scale` of the profiles. */
const TIME_SCALE = '50';

/** A server in another language, written without looking at our sources. */
export interface Peer {
  /** The name of its folder. */
  readonly name: string;
  /** A program below its folder, and its arguments. */
  readonly program: readonly [string, ...string[]];
  /** Why it cannot run on this machine, if it cannot. */
  readonly missing: string | undefined;
  /** Values of DIFFERENCE that the suite must accept, with flags of `check`. Differences that do not interact share a run. */
  readonly differences: readonly (readonly [names: string, ...flags: string[]])[];
  /** Values of MISTAKE that the suite must find, with the checks to run and a requirement that fails. */
  readonly mistakes: readonly (readonly [id: string, only: string, requirement: string])[];
}

/** What the JSON report contains; only the members that the tests read. */
interface Report {
  readonly verdict: string;
  readonly requirements: readonly { readonly id: string; readonly status: string }[];
}

/** Describes that the suite accepts the server, both sound and with its differences, and finds its mistakes. */
export function describePeer(peer: Peer): void {
  describe(`the server in test/peers/${peer.name}`, () => {
    beforeEach(({ skip }) => {
      if (peer.missing !== undefined) skip(peer.missing);
    });

    it('is conformant', async () => {
      expect(await judge(peer, {}, [])).toMatchObject({ code: 0, verdict: 'conformant', failed: [] });
    });

    it.each(peer.differences)('is conformant with the differences %s', async (names, ...flags) => {
      const judged = await judge(peer, { DIFFERENCE: names }, flags.length > 0 ? flags : ['--fast']);
      expect(judged).toMatchObject({ code: 0, verdict: 'conformant', failed: [] });
    });

    for (const [id, only, requirement] of peer.mistakes) {
      // On a machine that stands still, the server's timers are late too, and a mistake about a deadline does not show.
      const retry = only === 'interactions.expiry' ? 1 : 0;
      it(`is nonconformant with the mistake ${id}`, { retry }, async () => {
        expect(knownMistakes).toContain(id);
        expect(await judge(peer, { MISTAKE: id }, ['--only', only])).toMatchObject({
          code: 1,
          verdict: 'nonconformant',
          failed: expect.arrayContaining([requirement]),
        });
      });
    }
  });
}

const knownMistakes = (parse(readFileSync(join(here, 'mistakes.yaml'), 'utf8')) as { id: string }[]).map(
  ({ id }) => id,
);

/** Starts the server with these variables, runs `check` on it with its profile, and stops it. */
async function judge(peer: Peer, variables: Readonly<Record<string, string>>, flags: readonly string[]) {
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
  const { verdict, requirements } = JSON.parse(stdout) as Report;
  const failed = requirements.filter(({ status }) => status === 'failed').map(({ id }) => id);
  return { code, verdict, failed };
}

/** The value of each variable that the profile names: a token of the server is the name in lower case, with hyphens. */
function tokensOf(profile: string): Record<string, string> {
  const names = readFileSync(profile, 'utf8').matchAll(/token_env: (\w+)/g);
  return Object.fromEntries(
    Array.from(names, ([, name = '']) => [name, name.toLowerCase().replaceAll('_', '-')]),
  );
}
