import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type Browser, chromium, chromiumPath, type Page } from '../../tools/browser.ts';
import type { PageReading, Walk } from './reader.ts';
import { servePage } from './serve-page.ts';

/** Ends a page that hangs. */
const LIMIT_MS = 60_000;
/** More links than any document here has. A page that keeps making new ones is closed. */
const LINK_LIMIT = 400;

/** Kinds of console lines that report a problem. */
const complaining = ['error', 'warning', 'assert'];

/**
 * Shows a whole document in a reader, and returns the problems of the page: on its console, as an exception, as a request
 * that fails or goes elsewhere, or in its own text.
 */
export async function openPage(reading: PageReading, home: string, file: string): Promise<readonly string[]> {
  const text = readFileSync(resolve(import.meta.dirname, 'programs', reading.page), 'utf8');
  const server = await servePage(text.replaceAll('__FILE__', basename(file)), {
    assets: resolve(home, reading.assets),
    contract: dirname(file),
  });
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
      timeout: LIMIT_MS,
    });
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const messages = await listen(page, server.origin, reading);
    await page.goto(server.origin);
    // The first matching text on the page may be in a closed menu.
    await page.getByText(reading.shows).filter({ visible: true }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await walkThrough(page, reading.walk, file);
    await page.waitForLoadState('networkidle');
    const shown = await page.locator(reading.complaints).allInnerTexts();
    const own = [
      ...messages,
      ...shown.filter((complaint) => complaint.trim() !== '').map((complaint) => `shown: ${complaint}`),
    ];
    return [...new Set(own.map((message) => message.replaceAll(server.origin, '')))];
  } catch (error) {
    return [`the page did not get so far: ${(error as Error).message.split('\n')[0]}`];
  } finally {
    await browser?.close();
    server.close();
  }
}

/** Collects messages from now on, and answers requests to all other hosts itself. */
async function listen(page: Page, origin: string, { ownHosts }: PageReading): Promise<readonly string[]> {
  const messages: string[] = [];
  page.on('console', (line) => {
    if (complaining.includes(line.type())) messages.push(`${line.type()}: ${line.text()}`);
  });
  page.on('pageerror', ({ message }) => messages.push(`exception: ${message}`));
  page.on('requestfailed', (request) => messages.push(`failed: ${request.url()}`));
  const isElsewhere = (url: URL) => url.protocol.startsWith('http') && url.origin !== origin;
  await page.route(isElsewhere, async (route) => {
    const { hostname } = new URL(route.request().url());
    if (!ownHosts.includes(hostname)) messages.push(`asked ${hostname}`);
    await route.fulfill({ status: 204, headers: { 'access-control-allow-origin': '*' } });
  });
  return messages;
}

async function walkThrough(page: Page, walk: Walk, file: string): Promise<void> {
  if (walk.by === 'scrolling') await scroll(page);
  else if (walk.by === 'links') await followLinks(page);
  else for (const address of addressesOf(walk.addresses, file)) await show(page, address);
}

/** The addresses of every operation and schema of a document. */
function addressesOf(templates: readonly string[], file: string): readonly string[] {
  const { paths = {}, components = {} } = JSON.parse(readFileSync(file, 'utf8')) as OpenapiDocument;
  const operations = Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap(({ operationId }) => operationId ?? []),
  );
  const names = { operation: operations, schema: Object.keys(components.schemas ?? {}) };
  return templates.flatMap((template) =>
    Object.entries(names).flatMap(([kind, values]) =>
      template.includes(`{${kind}}`) ? values.map((value) => template.replace(`{${kind}}`, value)) : [],
    ),
  );
}

interface OpenapiDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  readonly components?: { readonly schemas?: object };
}

/** For pages of a single document that are drawn while scrolling. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(600, 400);
  const heightOf = () => page.evaluate<number>('document.documentElement.scrollHeight');
  for (let y = 0; y < (await heightOf()) && y < 400_000; y += 700) {
    await page.mouse.wheel(0, 700);
    await drawn(page);
  }
}

const ownLinks = "Array.from(document.querySelectorAll('a[href]'), ({ hash }) => hash)";

/** For pages that are drawn when a link is followed. Follows the links of those pages too. */
async function followLinks(page: Page): Promise<void> {
  const followed = new Set<string>();
  for (;;) {
    const links = await page.evaluate<readonly string[]>(ownLinks);
    const next = links.find((hash) => hash.length > 1 && !followed.has(hash));
    if (next === undefined || followed.size >= LINK_LIMIT) return;
    followed.add(next);
    await show(page, next);
  }
}

async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await drawn(page);
}

/** Waits two frames: the second may measure what the first drew. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))',
  );
}
