import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';
import { makeWorkspace } from './workspace.ts';

const workspace = makeWorkspace();

/** Starts a command that listens. @returns its output on standard error up to the end of its greeting */
async function greetingOf(args: readonly string[]): Promise<string> {
  const main = resolve(repositoryRoot, 'src/cli/main.ts');
  const child: ChildProcess = spawn(process.execPath, [main, ...args], {
    env: testEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const closed = once(child, 'close');
  let printed = '';
  try {
    for await (const piece of child.stderr ?? []) {
      printed += piece;
      if (printed.includes('Stop it with Ctrl-C')) break;
    }
  } finally {
    child.kill('SIGKILL');
    await closed;
  }
  return printed;
}

const COMMANDS = {
  serve: ['serve', '--port', '0', '--log', 'none'],
  record: [
    'record',
    '--port',
    '0',
    '--target',
    'http://127.0.0.1:1',
    '--output',
    workspace.path('recordings'),
  ],
  rig: ['rig', '--port', '0'],
};

it.each(Object.entries(COMMANDS))('%s prints the address that it bound', async (_command, args) => {
  expect(await greetingOf([...args, '--host', '0.0.0.0', '--insecure'])).toMatch(
    /, listening on http:\/\/0\.0\.0\.0:[1-9]\d*\n/,
  );
  expect(await greetingOf([...args, '--host', '[::1]'])).toMatch(
    /, listening on http:\/\/\[::1\]:[1-9]\d*\n/,
  );
});
