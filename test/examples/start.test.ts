import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReferenceServer } from '../../src/alterations/index.ts';
import { buildExamples, type ExampleProject } from './example-project.ts';

let project: ExampleProject;
let service: Awaited<ReturnType<typeof startReferenceServer>>;
let page: ChildProcess;
let url = '';

beforeAll(async () => {
  project = await buildExamples();
  service = await startReferenceServer({ port: 0, log: 'none' });
  project.write('page.js', readFileSync(await project.bundle('examples/react/main.tsx', 'browser'), 'utf8'));
  page = spawn(process.execPath, [join(project.folder, 'examples/start.ts')], {
    cwd: project.folder,
    env: { ...process.env, SERVICE_URL: service.url, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [greeting] = await once(page.stdout ?? page, 'data');
  [, url = ''] = /open (\S+)/.exec(String(greeting)) ?? [];
});

afterAll(async () => {
  page.kill();
  await service.close();
  project.remove();
});

it('the page of an example starts as its README says, and its relay streams a turn', async () => {
  const first = await fetch(url);
  const chatId = new URL(first.url).searchParams.get('chat');
  expect(await first.text()).toContain('<div id="root">');
  expect(await (await fetch(`${url}page.js`)).text()).toContain('createRoot');
  const turn = await fetch(`${url}api/relay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chatId, turn: { content: 'Hello' } }),
  });
  expect(await turn.text()).toContain('event: message.completed');
});
