import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { afterwards, openRecorder } from '../conformance/recorder/open-recorder.ts';
import { findPort } from '../find-port.ts';
import { listen } from '../listen.ts';

/** Starts nginx with docs/at-scale/nginx.conf on other ports. @returns its URL, once it accepts connections */
async function startNginx(ports: { readonly recorder: number; readonly service: number }): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  mkdirSync(join(folder, 'logs'));
  const port = await findPort();
  const site = readFileSync(resolve(repositoryRoot, 'docs/at-scale/nginx.conf'), 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replaceAll(':4040', `:${ports.recorder}`)
    .replaceAll(':8080', `:${ports.service}`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;
master_process off;
pid nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
${site}}
`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const closed = once(child, 'close');
  let said = '';
  child.stderr.on('data', (piece) => {
    said += piece;
  });
  afterwards(async () => {
    child.kill('SIGKILL');
    await closed;
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) if (child.exitCode !== null) throw new Error(said);
  return url;
}

const isInstalled = spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0;

it('nginx routes through the recorder, event by event, and past it when it has stopped', async ({ skip }) => {
  if (!isInstalled) skip('nginx is not installed; `apt-get install nginx` makes this test run');
  let stream: ServerResponse | undefined;
  const service = createServer((request, response) => {
    if (request.url?.endsWith('/stream')) {
      stream = response;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: one\n\n');
    } else {
      response.end(JSON.stringify({ via: request.headers.via ?? 'nobody', host: request.headers.host }));
    }
  });
  const { port, close } = await listen(service);
  afterwards(close);
  const recorder = await openRecorder(`http://127.0.0.1:${port}`);
  const url = await startNginx({ recorder: recorder.port, service: port });
  const send = async () =>
    (await fetch(`${url}/api/v1/chats`, { method: 'POST', body: '{"title":"Books"}' })).json();

  expect(await send()).toEqual({
    via: expect.stringMatching(/conversation-api-/),
    host: `127.0.0.1:${port}`,
  });

  const reader = (
    await fetch(`${url}/api/v1/chats/1/messages/stream`, { method: 'POST', body: '{}' })
  ).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('event: one\n\n');
  stream?.end('event: two\n\n');
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('event: two\n\n');

  expect((await recorder.stop()).exchanges).toBe(2);
  expect(await send()).toEqual({ via: 'nobody', host: `127.0.0.1:${port}` });
});
