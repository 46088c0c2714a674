import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { recording } from './workspace.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

const JUDGED = ['check', recording('valid/plain.sse')];

it.each([
  ['standard output', 1, JUDGED],
  ['both outputs', 2, JUDGED],
  ['standard output', 1, ['--version']],
])('exits with 4 when the disk of %s is full', async (_what, last, args) => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', full, last === 2 ? full : 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (piece) => {
    said += piece;
  });
  expect((await once(child, 'close'))[0]).toBe(4);
  const line = 'conversation-api: cannot write to standard output: no space is left on the disk\n';
  expect(said).toBe(last === 2 ? '' : line);
});
