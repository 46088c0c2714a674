import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testEnvironment } from '../../scripts/test/environment.ts';
import { installExtras } from '../../scripts/test/install-extras.ts';
import { type Clone, cloneRepository } from '../docs/clone.ts';

let clone: Clone;

beforeAll(() => {
  installExtras(['portal'], () => {});
  // portal.test.ts builds in the repository itself.
  clone = cloneRepository(['portal']);
});
afterAll(() => clone?.remove());

it.each(['SIGINT', 'SIGTERM'] as const)('`npm run portal` builds, serves, and ends on %s', async (signal) => {
  const portal = spawn('npm', ['run', 'portal', '--', '--port', '0'], {
    cwd: clone.folder,
    env: testEnvironment(),
    // A separate group, which gets a signal as the processes of a terminal get Ctrl-C.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { pid = 0 } = portal;
  let said = '';
  portal.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const closed = once(portal, 'close');
  const isReady = () => portal.exitCode !== null || said.includes('Stop it with Ctrl-C.');
  await expect.poll(isReady, { timeout: 600_000 }).toBe(true);
  expect(said).toContain('Stop it with Ctrl-C.');
  expect(existsSync(join(clone.folder, 'dist/portal/index.html'))).toBe(true);
  const [, url = ''] = /The docs are at (\S+)/.exec(said) ?? [];
  const page = await fetch(url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('streamMessage')]);

  const turn = await startTurn(new URL(url).origin);
  process.kill(-pid, signal);
  // A server that is killed would break the connection off instead.
  expect(await turn.text()).toContain('The conversation service stopped while the turn ran.');
  await closed;
  expect(said.split('Stop it with Ctrl-C.\n')[1]).toBe('');
  await expect.poll(() => hasProcesses(pid)).toBe(false);
  await expect(once(connect(Number(new URL(url).port), '127.0.0.1'), 'connect')).rejects.toThrow(
    'ECONNREFUSED',
  );
});

function hasProcesses(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

/** Starts a turn that does not end by itself. */
function startTurn(origin: string): Promise<Response> {
  return fetch(`${origin}/api/v1/chats/${crypto.randomUUID()}/messages/stream`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer harbor-main',
      'idempotency-key': crypto.randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ content: '```script\n[{"hang": true}]\n```' }),
  });
}
