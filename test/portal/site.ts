import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildSite } from '../../scripts/portal/build-site.ts';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { installExtras } from '../../scripts/test/install-extras.ts';
import { type ReferenceServer, startReferenceServer } from '../../src/alterations/index.ts';
import { type Browser, chromium, chromiumPath as executablePath, type Page } from '../tools/browser.ts';

export const hasChromium: boolean = existsSync(executablePath);

export const OTHER_EDITION = { version: '0.9.0', address: 'https://docs.example/0.9.0/' };

/** Only ends a wait for something that never happens. */
const patience = { timeout: 120_000 };

/** The built portal, served like `serve --docs`, and a browser that reaches nothing else. */
export interface Portal {
  readonly server: ReferenceServer;
  readonly folder: string;
  /** Opens a page of the portal. Complaints of any page are in `complaints`. */
  open(path: string, options?: Parameters<Browser['newPage']>[0]): Promise<Page>;
  readonly complaints: string[];
  /** Addresses of other hosts that a page requested. */
  readonly strangers: string[];
  close(): Promise<void>;
}

export async function startPortal(): Promise<Portal> {
  installExtras(['portal'], () => {});
  // Not in dist, since other tests pack its content.
  const docs = join(repositoryRoot, 'reports/portal-under-test');
  await buildSite(repositoryRoot, docs, { editions: [OTHER_EDITION] });
  const server = await startReferenceServer({ docs, timeScale: 10 });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], ...patience });
  const complaints: string[] = [];
  const strangers: string[] = [];
  return {
    server,
    folder: docs,
    complaints,
    strangers,
    async open(path, options = { viewport: { width: 1280, height: 900 } }) {
      const page = await browser.newPage(options);
      page.setDefaultTimeout(patience.timeout);
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()))
          complaints.push(`${page.url()}: ${message.text()}`);
      });
      await page.route(
        (url) => /^https?:$/.test(url.protocol) && url.origin !== server.url,
        (route) => {
          strangers.push(route.request().url());
          return route.abort();
        },
      );
      await page.goto(`${server.url}/docs/${path}`);
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
