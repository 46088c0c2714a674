import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';

it.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  '`npm start` leaves no server behind if only npm gets %s',
  { timeout: 300_000 },
  async (signal) => {
    const npm = spawn('npm', ['start'], {
      cwd: repositoryRoot,
      env: testEnvironment(),
      // A separate group, so that nothing is left if this test fails.
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => endGroup(npm.pid));
    const [, port] = await said(npm.stdout, /http:\/\/127\.0\.0\.1:(\d+)/);
    expect(await isListening(Number(port))).toBe(true);

    npm.kill(signal);

    await expect.poll(() => isListening(Number(port)), { timeout: 60_000 }).toBe(false);
    // The output ends with the last process that holds it.
    await text(npm.stdout);
  },
);

/** Waits until the output has a text. */
async function said(output: NodeJS.ReadableStream, pattern: RegExp): Promise<RegExpExecArray> {
  let all = '';
  for (;;) {
    const [piece] = await once(output, 'data');
    all += piece;
    const found = pattern.exec(all);
    if (found) return found;
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of its processes have ended.
  }
}
