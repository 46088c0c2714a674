import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import openapi from '../../generated/openapi.json' with { type: 'json' };
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';
import { chromium, chromiumPath as executablePath, type Page } from '../tools/browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'docs-page-'));
const file = join(folder, 'openapi.html');
/** The one file that Redoc always loads by itself. */
const logo = 'https://cdn.redoc.ly/redoc/logo-mini-full.svg';

/** Only ends a wait for something that never happens. */
const patience = { timeout: 120_000 };

const operations = Object.values(openapi.paths).flatMap((item) =>
  Object.values(item).map(
    (operation) => operation as { operationId: string; summary: string; tags: string[] },
  ),
);

beforeAll(async () => {
  const cli = resolve(repositoryRoot, 'node_modules/@redocly/cli/bin/cli.js');
  const args = [cli, 'build-docs', 'generated/openapi.json', '--inlineBundle', `--output=${file}`];
  await promisify(execFile)(process.execPath, args, { cwd: repositoryRoot, env: testEnvironment() });
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the documentation page', () => {
  it('is built into one file', () => {
    expect(operations).toHaveLength(20);
    expect(readFileSync(file, 'utf8')).not.toMatch(/<(script|link)\b[^>]*\b(src|href)=["']?https?:/);
  });

  describe.skipIf(!existsSync(executablePath))('in a browser without a network', () => {
    const requests: string[] = [];
    const complaints: string[] = [];
    let page: Page;
    let close: () => Promise<void>;

    beforeAll(async () => {
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], ...patience });
      close = () => browser.close();
      page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
      page.setDefaultTimeout(patience.timeout);
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && message.location().url !== logo) complaints.push(message.text());
      });
      await page.route(/^https?:/, (route) => {
        requests.push(route.request().url());
        return route.abort();
      });
      await page.goto(pathToFileURL(file).href);
      await page.getByRole('heading', { name: openapi.info.title, exact: false }).first().waitFor();
    });

    afterAll(() => close());

    it.each(operations)('explains how to: $summary', async ({ operationId, summary, tags }) => {
      // A chapter is drawn when a reader reaches it.
      const place = `#/${tags[0]}/${operationId}`.toLowerCase();
      await page.goto(`${pathToFileURL(file).href}${place}`);
      await expect.poll(() => page.locator('h2').allInnerTexts()).toContain(summary);
    });

    it('shows a whole turn next to the stream', async () => {
      await page.goto(`${pathToFileURL(file).href}#/turns/streammessage`);
      await expect.poll(() => page.getByText('event: message.completed').count()).toBeGreaterThan(0);
    });

    it('makes no request except for the logo of its maker', () => {
      expect(requests.filter((url) => url !== logo)).toEqual([]);
    });

    it('logs no problem', () => {
      expect(complaints).toEqual([]);
    });
  });
});
