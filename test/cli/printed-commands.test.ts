import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { type ReferenceServer, startReferenceServer } from '../../src/alterations/index.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { flagsToRepeat } from '../../src/cli/repeated-flags.ts';
import { readTargetOptions } from '../../src/cli/target-options.ts';
import { COMMAND, PROGRAM } from '../../src/conformance/commands.ts';
import { PROFILE, stubTokens } from './reference-run.ts';
import { runInProcess } from './run-in-process.ts';
import { makeWorkspace, recording } from './workspace.ts';

const workspace = makeWorkspace();
let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer({ port: 0, log: 'none', faults: true });
});
afterAll(() => server.close());

/** The words into which a shell splits a command. */
const wordsOf = (command: string) =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

/** Runs a command exactly as printed. */
function run(command: string) {
  const [npx, no, name, ...args] = wordsOf(command);
  expect([npx, no, name].join(' ')).toBe(PROGRAM);
  return runInProcess(args);
}

describe('a command that this package prints', () => {
  const printed: Readonly<Record<Exclude<keyof typeof COMMAND, 'checkTarget'>, () => string>> = {
    explain: () => COMMAND.explain('stream.terminal.last'),
    list: () => COMMAND.list('--checks'),
    checkFiles: () =>
      COMMAND.checkFiles(workspace.write("it's here/turn.sse", readFileSync(recording('valid/plain.sse')))),
    checkClient: () => COMMAND.checkClient(['--plan'], ['node', 'driver.js']),
    planProfile: () =>
      COMMAND.planProfile(
        workspace.write(
          'my profile.yaml',
          `profile: 1\ntarget: ${server.url}\ncredentials: { main: { token_env: T } }\n`,
        ),
      ),
  };
  it.each(Object.entries(printed))('runs exactly as printed: %s', async (_, make) => {
    vi.stubEnv('T', 'harbor-main');
    const { code, stderr } = await run(make());
    expect(stderr).not.toContain('conversation-api:');
    expect(code).not.toBe(2);
  });

  it('has the profile, the token and everything else that the run needed', async () => {
    stubTokens();
    const token = workspace.write('a token', 'harbor-main');
    const args = [
      '--profile',
      PROFILE,
      '--token-file',
      token,
      '--header',
      'x-tenant: two words',
      '--depth',
      'basic',
    ];
    const again = COMMAND.checkTarget(server.url, [
      ...flagsToRepeat(readTargetOptions([server.url, ...args])),
      '--only',
      'chats.get',
    ]);
    expect(wordsOf(again).slice(4)).toEqual(
      expect.arrayContaining([
        server.url,
        '--profile',
        PROFILE,
        '--token-file',
        token,
        'x-tenant: two words',
      ]),
    );
    expect(await run(again)).toMatchObject({ code: 0, stderr: '' });
  });

  it('does not contain a secret from a header', () => {
    const flags = flagsToRepeat(
      readTargetOptions(['http://a.example', '--header', 'x-api-key: hunter2-hunter2']),
    );
    expect(flags).toEqual(['--header', 'x-api-key: …']);
  });

  it('is always spelled the same', () => {
    const names = COMMANDS.map(({ name }) => name).join('|');
    const other = new RegExp(`(?<!npx --no )conversation-api (?:${names})\\b`);
    const files = globSync('src/**/*.ts', { cwd: repositoryRoot });
    expect(files.length).toBeGreaterThan(500);
    const loose = files.flatMap((file) =>
      readFileSync(resolve(repositoryRoot, file), 'utf8')
        .split('\n')
        .filter((line) => other.test(line) && !/^\s*(?:\/?\*|\/\/)/.test(line) && !IN_HELP.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(loose).toEqual([]);
  });
});

/** Help texts start with the command and its synopsis, and some messages are about the running program. They use its plain name. */
const IN_HELP = /^export const \w+_HELP|^(?:Usage: | {7}(?=c))|`conversation-api record:/;
