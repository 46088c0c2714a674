import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { it as always, expect, onTestFinished } from 'vitest';
import { defaultSeed } from '../../generated/default-seed.js';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';
import { makeWorkspace } from './workspace.ts';

// Windows ends a process at once that is sent a signal.
const it = always.skipIf(process.platform === 'win32');

const workspace = makeWorkspace();
const seed = workspace.write('seed.yaml', defaultSeed);

/** A module that sends a signal to its process in the middle of a start: when its first server is about to listen. */
const signalAtListen = (signal: NodeJS.Signals) =>
  `data:text/javascript,${encodeURIComponent(`
    import { Server } from 'node:net';
    const { listen } = Server.prototype;
    Server.prototype.listen = function (...args) {
      Server.prototype.listen = listen;
      process.kill(process.pid, '${signal}');
      return this.listen(...args);
    };
  `)}`;

function startWithSignal(signal: NodeJS.Signals, args: readonly string[]) {
  const main = resolve(repositoryRoot, 'src/cli/main.ts');
  const nodeArgs = ['--import', signalAtListen(signal), main, ...args, '--port', '0'];
  const child = spawn(process.execPath, nodeArgs, { env: testEnvironment() });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const record = ['record', '--target', 'http://127.0.0.1:9', '--output', workspace.path('recordings')];

it.each([
  // Nothing was recorded, so the verdict is that nothing ran.
  { args: record, signal: 'SIGTERM', code: 3 },
  { args: record, signal: 'SIGHUP', code: 3 },
  { args: ['rig'], signal: 'SIGTERM', code: 0 },
  { args: ['serve'], signal: 'SIGTERM', code: 0 },
  { args: ['serve', '--seed', seed], signal: 'SIGINT', code: 0 },
  { args: ['serve'], signal: 'SIGHUP', code: 0 },
] as const)('$args.0 stops in an orderly way on $signal during its start', async ({ args, signal, code }) => {
  const child = startWithSignal(signal, args);
  expect(await once(child, 'close')).toEqual([code, null]);
});

it('serve reads its seed again after a start during which SIGHUP came', async () => {
  const child = startWithSignal('SIGHUP', ['serve', '--log', 'json', '--seed', seed]);
  let logged = '';
  for await (const piece of child.stdout.iterator({ destroyOnReturn: false })) {
    logged += piece;
    if (logged.includes('seed read')) break;
  }
  const messages = logged
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).msg);
  expect(messages).toEqual(['listening', 'seed read']);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('serve says why it cannot start, and not that a signal came', async () => {
  const busy = startWithSignal('SIGHUP', ['serve', '--seed', seed, '--host', '192.0.2.1', '--insecure']);
  const printed = text(busy.stderr);
  expect(await once(busy, 'close')).toEqual([2, null]);
  expect(await printed).toContain('192.0.2.1');
});
