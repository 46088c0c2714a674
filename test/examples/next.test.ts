import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../scripts/simulation/virtual-clock.ts';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import type { ReferenceServer } from '../../src/reference/options.ts';
import { assemble } from '../../src/reference/start.ts';
import type { Script } from '../../src/rig/script/act.ts';
import { carryScript } from '../../src/rig/script/render-script.ts';
import { type Browser, chromium, chromiumPath as executablePath, type Page } from '../tools/browser.ts';
import { buildExamples, type ExampleProject } from './example-project.ts';
import { NextSite } from './next-site.ts';

const script = (...acts: Script) => carryScript('Hello', acts);

let project: ExampleProject;
/** The server's time passes only when a test says so, so an event that is shown has not waited for the next one. */
const clock = new VirtualClock();
let server: ReferenceServer;
let site: Awaited<ReturnType<NextSite['start']>>;

beforeAll(async () => {
  project = await buildExamples();
  server = await assemble({ clock });
  const built = await NextSite.build(project, 'examples/next');
  site = await built.start({ SERVICE_URL: server.url, SERVICE_TOKEN: 'harbor-main' });
});

afterAll(async () => {
  await site?.close();
  await server?.close();
  project?.remove();
});

it('the guide shows the files that are built', () => {
  const guide = readFileSync(resolve(repositoryRoot, 'docs/ai-sdk.md'), 'utf8');
  const section = guide.slice(guide.indexOf('## In Next.js'));
  const blocks = [...section.matchAll(/^`([^`\n]+)`:\n\n```tsx\n([\s\S]*?)```/gm)];
  expect(blocks.length).toBeGreaterThan(0);
  for (const [, file = '', code] of blocks)
    expect(readFileSync(resolve(repositoryRoot, 'examples/next', file), 'utf8')).toContain(code);
});

describe.skipIf(!existsSync(executablePath))('the page, built by Next.js, in Chromium,', () => {
  let browser: Browser;
  let tab: Page;
  const complaints: string[] = [];
  const answers = () => tab.getByRole('article', { name: 'assistant' });
  const status = (text: string) => tab.getByRole('status').filter({ hasText: text }).waitFor();
  const write = async (content: string) => {
    await tab.getByRole('textbox').fill(content);
    await tab.getByRole('button', { name: 'Send' }).click();
  };

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: 120_000 });
    tab = await browser.newPage();
    tab.setDefaultTimeout(120_000);
    tab.on('pageerror', ({ message }) => complaints.push(message));
    await tab.goto(site.url);
  });

  afterAll(() => browser?.close());

  it('is rendered by the server without an error', async () => {
    // React recovers in the browser from what fails on the server, so the page alone does not show it.
    expect((await fetch(tab.url(), { headers: { cookie: 'session=1' } })).status).toBe(200);
  });

  it('begins a chat, and shows a turn event by event', async () => {
    expect(new URL(tab.url()).pathname).toMatch(/^\/chat\/[\da-f-]{36}$/);
    await write(script({ say: 'One moment. ' }, { wait: 20 }, { say: 'We open at ten.' }));
    await answers()
      .filter({ hasText: /^One moment\. $/ })
      .waitFor();
    await clock.advance(20_000);
    await answers().filter({ hasText: 'One moment. We open at ten.' }).waitFor();
    await status('ready');
  });

  it('shows the history, and the turn that still runs, once each after a reload', async () => {
    await write(script({ say: 'Wait. ' }, { wait: 20 }, { say: 'Done.' }));
    await answers().filter({ hasText: 'Wait.' }).waitFor();
    await tab.reload();
    await answers().filter({ hasText: 'We open at ten.' }).waitFor();
    await clock.advance(20_000);
    await answers().filter({ hasText: 'Wait. Done.' }).waitFor();
    expect(await answers().count()).toBe(2);
    expect(complaints).toEqual([]);
  });
});

it('a person without a session gets neither the page nor a turn', async () => {
  const chatId = crypto.randomUUID();
  expect((await fetch(`${site.url}/chat/${chatId}`)).status).toBe(404);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ chatId, turn: { content: 'Hello' } });
  const refused = await fetch(`${site.url}/api/relay`, { method: 'POST', headers, body });
  expect([refused.status, await refused.json()]).toMatchObject([403, { kind: 'forbidden' }]);
});

describe('the route for DefaultChatTransport', () => {
  const post = (body: unknown) =>
    fetch(`${site.url}/api/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'session=1' },
      body: JSON.stringify(body),
    });

  it('streams a turn event by event', async () => {
    const text = script({ say: 'One moment. ' }, { wait: 20 }, { say: 'Done.' });
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }];
    const { headers, body } = await post({ id: crypto.randomUUID(), messages });
    expect(headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    let sent = '';
    const decoder = new TextDecoder();
    for await (const bytes of body ?? []) {
      sent += decoder.decode(bytes, { stream: true });
      if (sent.endsWith('"delta":"moment. "}\n\n') || sent.includes('"delta":"One moment. "'))
        await clock.advance(20_000);
    }
    expect(sent).toContain('"delta":"Done."');
    expect(sent.trimEnd()).toMatch(/data: \[DONE\]$/);
  });

  it.each([null, {}, { id: '..' }, { id: '1', messages: [null] }, { id: '1', messages: [{ role: 'user' }] }])(
    'refuses %j',
    async (body) => {
      expect((await post(body)).status).toBe(400);
    },
  );
});
