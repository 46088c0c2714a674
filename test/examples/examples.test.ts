import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../scripts/simulation/virtual-clock.ts';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { createClient } from '../../src/client/index.ts';
import type { ReferenceServer } from '../../src/reference/options.ts';
import { assemble } from '../../src/reference/start.ts';
import type { Script } from '../../src/rig/script/act.ts';
import { carryScript } from '../../src/rig/script/render-script.ts';
import { runNode } from '../docs/run-node.ts';
import { type Browser, chromium, chromiumPath as executablePath, type Page } from '../tools/browser.ts';
import { buildExamples, type ExampleProject } from './example-project.ts';
import { type Site, serveSite } from './site.ts';

type Handler = (request: Request) => Promise<Response>;

/** The example is bundled, so that it resolves the package as consumers do. */
interface Relay {
  createClient(options: object): object;
  fetchRelay(settings: object): Handler;
}

const TOKEN = 'harbor-main';
const OF_SOMEBODY_ELSE = '0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604';
const script = (...acts: Script) => carryScript('Hello', acts);

let project: ExampleProject;

beforeAll(async () => {
  project = await buildExamples();
});

afterAll(() => project?.remove());

it('compile strictly against the types of the package and of React', async () => {
  const { stdout } = await runNode(project, [
    resolve(repositoryRoot, 'node_modules/typescript/bin/tsc'),
    '--pretty',
    'false',
  ]);
  expect(stdout).toBe('');
});

describe.skipIf(!existsSync(executablePath))('in Chromium, through the relay of the example,', () => {
  /** The server's time passes only when a test says so. */
  const clock = new VirtualClock();
  let server: ReferenceServer;
  let site: Site;
  let browser: Browser;
  let tab: Page;
  let chatId: string;
  const complaints: string[] = [];

  const client = () => createClient({ baseUrl: server.url, token: TOKEN });
  const status = (text: string) => tab.getByRole('status').filter({ hasText: text }).waitFor();
  const write = async (content: string) => {
    await tab.getByRole('textbox').fill(content);
    await tab.getByRole('button', { name: 'Send' }).click();
  };

  beforeAll(async () => {
    server = await assemble({ clock });
    const bundle = await project.bundle('examples/test/server.ts', 'node');
    const { createClient: published, fetchRelay }: Relay = await import(pathToFileURL(bundle).href);
    const relay = fetchRelay({
      client: published({ baseUrl: server.url, token: TOKEN }),
      mayUse: (_: Request, id: string) => id !== OF_SOMEBODY_ELSE,
      turnFor: ({ content }: { content: string }) => ({ content, attachments: { mcp_server_ids: [7] } }),
    });
    site = await serveSite(await project.bundle('examples/react/main.tsx', 'browser'), {
      '/api/relay': relay,
    });
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: 120_000 });
    tab = await browser.newPage();
    tab.setDefaultTimeout(120_000);
    tab.on('pageerror', ({ message }) => complaints.push(message));
    chatId = crypto.randomUUID();
    await tab.goto(`${site.url}?chat=${chatId}`);
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await server?.close();
  });

  it('useTurn shows an answer as it arrives', async () => {
    await write(script({ say: 'We open ' }, { hang: true }));
    await tab.getByRole('article').filter({ hasText: 'We open' }).waitFor();
    await status('running');
    await tab.getByRole('button', { name: 'Stop' }).click();
    await status('cancelled');
    expect(await tab.getByRole('article').textContent()).toBe('We open ');
  });

  it('useTurn answers a question, and shows the steps', async () => {
    await write(script({ call: { tool: 'close_ticket', input: { ticket: 12 } } }, { say: 'Closed.' }));
    await tab.getByRole('button', { name: 'Allow' }).click();
    await status('completed');
    expect(await tab.getByRole('article').textContent()).toBe('Closed.');
    expect(await tab.getByRole('button', { name: 'Allow' }).count()).toBe(0);
    expect(await tab.getByRole('listitem').allTextContents()).toEqual([expect.stringContaining(': done')]);
  });

  it('useTurn shows why a turn failed', async () => {
    await write(script({ fail: 'outage' }));
    await tab.getByRole('alert').filter({ hasText: 'upstream_error' }).waitFor();
    await status('failed');
  });

  it('the chat of another user is refused before a turn begins', async () => {
    const other = await browser.newPage();
    other.setDefaultTimeout(120_000);
    await other.goto(`${site.url}?chat=${OF_SOMEBODY_ELSE}`);
    await other.getByRole('textbox').fill('Hello');
    await other.getByRole('button', { name: 'Send' }).click();
    await other.getByRole('alert').filter({ hasText: '403: you may not use this chat' }).waitFor();
    await other.close();
  });

  it('a failure before the stream opens has the status and the kind from the service', async () => {
    const running = client().turns.stream(chatId, { content: script({ hang: true }) });
    for await (const { type } of running) if (type === 'message.start') break;
    await write('Another one');
    await tab.getByRole('alert').filter({ hasText: 'chat-busy' }).waitFor();
    await running.cancel();
  });

  it('a closed page leaves its turn, which still ends', async () => {
    await write(script({ say: 'One moment. ' }, { wait: 20 }, { say: 'Done.' }));
    await tab.getByRole('article').filter({ hasText: 'One moment.' }).waitFor();
    await tab.goto('about:blank');
    await clock.advance(20_000);
    await expect
      .poll(async () => (await client().turns.list(chatId).all({ limit: 200 })).at(-1)?.content)
      .toBe('One moment. Done.');
  });

  it('no page gets the token, and none reports an error', () => {
    expect(site.sent()).toContain('message.completed');
    expect(site.sent()).not.toContain(TOKEN);
    expect(complaints).toEqual([]);
  });
});
