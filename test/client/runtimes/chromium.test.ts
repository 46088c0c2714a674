import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, chromium, chromiumPath as executablePath } from '../../tools/browser.ts';
import { type BuiltClient, buildPublishedClient } from './build.ts';
import { type PageServer, servePage } from './page.ts';
import { readStory, STORY } from './story.ts';
import { startWorld } from './world.ts';

/** A host name that browsers do not treat as local, so that the page is not a secure context. */
const OTHER_HOST = 'page.test';

describe.skipIf(!existsSync(executablePath))('in Chromium the published client behaves as elsewhere', () => {
  let client: BuiltClient;
  let page: PageServer;
  let browser: Browser;

  beforeAll(async () => {
    client = await buildPublishedClient();
    page = await servePage(client.file);
    const rules = `--host-resolver-rules=MAP ${OTHER_HOST} 127.0.0.1`;
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', rules], timeout: 120_000 });
  });

  afterAll(async () => {
    await browser?.close();
    await page?.close();
    client?.remove();
  });

  it.each([
    { where: 'on a secure page', host: '127.0.0.1', hasUuids: true },
    { where: 'on a page that is not secure', host: OTHER_HOST, hasUuids: false },
  ])('$where', async ({ host, hasUuids }) => {
    const origin = `http://${host}:${page.port}`;
    const world = await startWorld(origin);
    const tab = await browser.newPage();
    tab.setDefaultTimeout(120_000);
    const complaints: string[] = [];
    tab.on('pageerror', ({ message }) => complaints.push(message));
    try {
      await tab.goto(origin);
      expect(await tab.evaluate(() => 'randomUUID' in crypto)).toBe(hasUuids);
      const { server, proxy } = world;
      const lines = await tab.evaluate<string[]>(`(async () => {
        const { travel } = await import('/journeys.js');
        const lines = [];
        await travel(await import('/client.js'), ${JSON.stringify({ server, proxy })}, (line) => lines.push(line));
        return lines;
      })()`);
      expect(readStory(lines)).toEqual(STORY);
      // Unhandled rejections are page errors too.
      expect(complaints).toEqual([]);
    } finally {
      await tab.close();
      await world.close();
    }
  });
});
