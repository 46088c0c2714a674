import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../scripts/simulation/virtual-clock.ts';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import type { ReferenceServer } from '../../src/reference/options.ts';
import { assemble } from '../../src/reference/start.ts';
import type { Script } from '../../src/rig/script/act.ts';
import { carryScript } from '../../src/rig/script/render-script.ts';
import { type Browser, chromium, chromiumPath as executablePath, type Page } from '../tools/browser.ts';
import { buildExamples, type ExampleProject } from './example-project.ts';
import { type Site, serveSite } from './site.ts';

/** The package, bundled so that it resolves as for consumers. */
interface Relay {
  createClient(options: object): object;
  fetchRelay(settings: object): (request: Request) => Promise<Response>;
}

const script = (...acts: Script) => carryScript('Hello', acts);

describe.skipIf(!existsSync(executablePath))('the example for the AI SDK, in Chromium,', () => {
  let project: ExampleProject;
  /** The server's time passes only when a test says so. */
  const clock = new VirtualClock();
  let server: ReferenceServer;
  let site: Site;
  let browser: Browser;
  let tab: Page;
  const complaints: string[] = [];

  const answers = () => tab.getByRole('article', { name: 'assistant' });
  const status = (text: string) => tab.getByRole('status').filter({ hasText: text }).waitFor();
  /** Saves pictures for people, which no test reads. */
  const picture = (name: string) => tab.screenshot({ path: `${pictures}/ai-sdk-${name}.png` });
  const pictures = resolve(repositoryRoot, 'reports/pictures');
  const write = async (content: string) => {
    await tab.getByRole('textbox').fill(content);
    await tab.getByRole('button', { name: 'Send' }).click();
  };

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    project = await buildExamples();
    server = await assemble({ clock });
    const bundle = await project.bundle('examples/test/server.ts', 'node');
    const relay: Relay = await import(pathToFileURL(bundle).href);
    const handle = relay.fetchRelay({
      client: relay.createClient({ baseUrl: server.url, token: 'harbor-main' }),
      mayUse: () => true,
      turnFor: ({ content }: { content: string }) => ({ content, attachments: { mcp_server_ids: [7] } }),
    });
    const page = await project.bundle('examples/ai-sdk/main.tsx', 'browser');
    site = await serveSite(page, { '/api/relay': handle });
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: 120_000 });
    tab = await browser.newPage();
    tab.setDefaultTimeout(120_000);
    tab.on('pageerror', ({ message }) => complaints.push(message));
    await tab.goto(`${site.url}?chat=${crypto.randomUUID()}`);
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await server?.close();
    project?.remove();
  });

  it('shows a turn with its thoughts and tools, and a question until it is answered', async () => {
    await write(
      script(
        { reason: 'The desk knows.' },
        { call: { tool: 'close_ticket', input: { ticket: 12 } } },
        { say: 'Closed.' },
      ),
    );
    await tab.getByRole('button', { name: 'Allow' }).waitFor();
    await picture('question');
    await tab.getByRole('button', { name: 'Allow' }).click();
    await answers().filter({ hasText: 'Closed.' }).waitFor();
    await status('ready');
    await picture('answered');
    expect(await tab.getByRole('button', { name: 'Allow' }).count()).toBe(0);
    expect(await answers().first().innerText()).toContain('close_ticket: output-available');
    expect(await answers().first().textContent()).toContain('The desk knows.');
  });

  it('removes text that a failover replaces', async () => {
    await write(script({ say: 'We open at ' }, { failover: true }, { say: 'Ten.' }));
    await answers()
      .filter({ hasText: /^Ten\.$/ })
      .waitFor();
    await status('ready');
    await picture('failover');
    expect(await answers().last().textContent()).toBe('Ten.');
  });

  it('cancels a turn that is stopped', async () => {
    await write(script({ say: 'One moment.' }, { hang: true }));
    await answers().filter({ hasText: 'One moment.' }).waitFor();
    await tab.getByRole('button', { name: 'Stop' }).click();
    await status('ready');
  });

  it('shows the outcome after a reload in the middle', async () => {
    await write(script({ say: 'Wait. ' }, { wait: 20 }, { say: 'Done.' }));
    await answers().filter({ hasText: 'Wait.' }).waitFor();
    await picture('before-reload');
    await tab.reload();
    await clock.advance(20_000);
    await answers().filter({ hasText: 'Wait. Done.' }).waitFor();
    await status('ready');
    await picture('after-reload');
    expect(complaints).toEqual([]);
  });
});
