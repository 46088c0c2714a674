import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findPort } from '../find-port.ts';
import { makeWorkspace, recording } from './workspace.ts';

const workspace = makeWorkspace();

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
/** Makes the pipes of the command non-blocking, as other programs that share them do. */
const NON_BLOCKING = ['--import', 'data:text/javascript,process.stdout,process.stderr'];

type Command = readonly [args: readonly string[], code: number];

/** Commands with much and little output on both streams, and their exit codes. */
const COMMANDS: readonly Command[] = [
  [['list', '--json'], 0],
  [['check', recording('valid/plain.sse')], 0],
  [
    [
      'check',
      recording('valid/plain.sse'),
      recording('broken/step-timestamp-epoch.sse'),
      '--reporter',
      'json',
    ],
    1,
  ],
  [['check', 'no-such-file'], 2],
  [['nonsense'], 2],
];

/** When a reader goes away: after a number of bytes, and then after some milliseconds. Never if undefined. */
const leaving = fc.option(
  fc.record({ bytes: fc.constantFrom<number[]>(0, 0, 1, 100, 70_000), wait: fc.nat(400) }),
  {
    nil: undefined,
  },
);
const cases = fc.record({
  command: fc.constantFrom(...COMMANDS),
  isNonBlocking: fc.boolean(),
  isShared: fc.boolean(),
  stdout: leaving,
  stderr: leaving,
});

type Leaving = { readonly bytes: number; readonly wait: number } | undefined;
type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never;

it('a closed pipe never changes an exit code', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ command: [args, code], isNonBlocking, isShared, stdout, stderr }) => {
      const node = [process.execPath, ...(isNonBlocking ? NON_BLOCKING : []), MAIN, ...args];
      // `2>&1`: both streams are the same pipe.
      const child = spawn('sh', ['-c', isShared ? 'exec "$@" 2>&1' : 'exec "$@"', 'sh', ...node], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = once(child, 'exit');
      read(child.stdout, stdout);
      read(child.stderr, stderr);
      expect(await ended).toEqual([code, null]);
    }),
    {
      numRuns: 14,
      endOnFailure: true,
      examples: [
        [example(true, 1, 300)],
        [example(false, 1, 300)],
        [example(false, 0, 400)],
        [example(true, 0, 400)],
      ],
    },
  );
});

it.skipIf(process.platform === 'win32').each([
  ['record', ['--target', 'http://127.0.0.1:1', '--output', workspace.path('stopped')], 502, 3],
  ['serve', ['--log', 'pretty'], 401, 0],
])(
  '%s answers, and ends, although nobody reads its outputs and both are full',
  async (command, flags, status, code) => {
    const full = openFullPipe(workspace.path(`${command}.fifo`));
    const port = String(await findPort());
    const args = [MAIN, command, '--port', port, ...flags];
    const child = spawn(process.execPath, args, { stdio: ['ignore', full, full] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ask = () =>
      fetch(`http://127.0.0.1:${port}/api/v1/chats`, { signal: AbortSignal.timeout(2000) }).catch(
        () => undefined,
      );
    await vi.waitUntil(async () => (await ask())?.status === status, { timeout: 20_000 });
    child.kill('SIGTERM');
    expect(await once(child, 'exit', { signal: AbortSignal.timeout(20_000) })).toEqual([code, null]);
  },
);

/** @returns the descriptor of a pipe whose reader has stopped, and which has no room for another byte. Writes to it block, as in a shell */
function openFullPipe(path: string): number {
  execFileSync('mkfifo', [path]);
  const filling = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const full = openSync(path, 'w');
  onTestFinished(() => [filling, full].forEach(closeSync));
  for (const size of [4096, 1]) {
    try {
      for (;;) writeSync(filling, Buffer.alloc(size));
    } catch (error) {
      expect(error).toMatchObject({ code: 'EAGAIN' });
    }
  }
  return full;
}

/** A command that fills a non-blocking pipe, so that its rest is written later. */
function example(isShared: boolean, bytes: number, wait: number): Case {
  const command: Command = [['list', '--json'], 0];
  return { command, isNonBlocking: true, isShared, stdout: { bytes, wait }, stderr: undefined };
}

/** Reads to the end, or goes away as told, without reading on meanwhile. */
function read(output: Readable, leave: Leaving): void {
  if (!leave) {
    output.resume();
    return;
  }
  let seen = 0;
  const go = async () => {
    output.pause();
    await delay(leave.wait);
    output.destroy();
  };
  if (leave.bytes === 0) void go();
  else
    output.on('data', (piece: Buffer) => {
      const before = seen;
      seen += piece.length;
      if (before < leave.bytes && seen >= leave.bytes) void go();
    });
}
