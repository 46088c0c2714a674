import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../portal/elements/samples/languages.ts';
import { KINDS, MOST_BYTES } from '../../scripts/portal/kinds.ts';
import { judge } from '../../src/conformance/index.ts';
import { renderPretty } from '../../src/conformance/report/pretty.ts';
import { recording } from '../cli/workspace.ts';
import { axeScript } from '../tools/accessibility.ts';
import type { Page } from '../tools/browser.ts';
import { hasChromium, OTHER_EDITION, type Portal, startPortal } from './site.ts';

/** Exist in the page, where functions given to `evaluate` run. */
declare const innerHeight: number;
declare function getComputedStyle(
  element: object,
  pseudo?: string,
): { readonly content: string; readonly fontFamily: string; readonly fontSize: string };

/** All rules, and then only those that depend on colours. */
const RULES: Readonly<Record<string, readonly string[] | undefined>> = {
  light: undefined,
  dark: ['color-contrast', 'link-in-text-block'],
};

/** Adds up how far parts of a page shift while it loads, as browsers measure it. */
const SUM_OF_SHIFTS = `window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifts += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Readers notice more than this. */
const MOST_SHIFTS = 0.1;

/** The longest page that people read, in pixels of a phone. */
const LONGEST = 12_000;

/** Pages that are open at the same time. */
const TABS = 3;
/** All pages of a kind come from one step, so one in this many is enough here. `PORTAL_EVERY=1` opens all of them, which takes minutes. */
const EVERY = Number(process.env.PORTAL_EVERY ?? 24);

describe.skipIf(!hasChromium)('the portal in Chromium', () => {
  let portal: Portal;
  const opened: Page[] = [];
  const open = async (...args: Parameters<Portal['open']>) => {
    const page = await portal.open(...args);
    opened.push(page);
    return page;
  };

  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal?.close());
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((page) => page.close()));
    expect(portal.complaints.splice(0)).toEqual([]);
    expect(portal.strangers.splice(0)).toEqual([]);
  });

  it('opens its pages without an error', async () => {
    const paths = readdirSync(portal.folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('index.html'))
      .map((file) => file.replace(/index\.html$/, ''));
    expect(paths.length).toBeGreaterThan(KINDS.length);
    const left = paths
      .sort()
      .filter((_, index) => index % EVERY === 0)
      .values();
    const visit = async () => {
      const page = await open('');
      for (const path of left) {
        await page.goto(`${portal.server.url}/docs/${path}`, { waitUntil: 'domcontentloaded' });
        expect(await page.locator('h1').count(), path).toBe(1);
      }
    };
    await Promise.all(Array.from({ length: TABS }, visit));
  });

  it.each(KINDS)(
    '/%s is small and steady, fits every window, and is accessible in light and dark',
    async (path) => {
      let bytes = 0;
      const page = await open('', { viewport: { width: 412, height: 823 } });
      page.on('requestfinished', async (request) => {
        bytes += (await request.sizes()).responseBodySize;
      });
      await page.addInitScript(SUM_OF_SHIFTS);
      await page.goto(`${portal.server.url}/docs/${path}`, { waitUntil: 'networkidle' });
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThan(MOST_BYTES);
      expect(await page.evaluate('window.shifts')).toBeLessThan(MOST_SHIFTS);
      for (const width of [320, 768, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        expect(overflow, `at ${width} pixels`).toBeLessThanOrEqual(0);
      }
      // The policy of the page forbids script elements, but the driver may run anything.
      await page.evaluate(readFileSync(axeScript, 'utf8'));
      for (const [theme, rules] of Object.entries(RULES)) {
        await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
        expect(await violations(page, rules), theme).toEqual([]);
      }
    },
  );

  it.each([
    ['message.action_required', 'events/message.action_required/'],
    ['api_v1_chat_busy', 'failures/chat-busy/'],
    ['stream.terminal.exactly-one', 'requirements/stream.terminal.exactly-one/'],
    ['A-60', 'open-points/A-60/'],
  ])('finds %s, typed at once', async (words, path) => {
    const page = await open('');
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
    const found = page.locator(`site-search li a[href$="/docs/${path}"]`);
    await found.waitFor();
    await page.keyboard.press('ArrowDown');
    // One step in the page, since the answer to a later letter draws the list again between two.
    const isFirst = () => page.evaluate("document.querySelector('site-search li a').matches(':focus')");
    expect(await isFirst()).toBe(true);
    const drawn = await page.locator('site-search li a').first().elementHandle();
    await page.locator('site-search input').dispatchEvent('input');
    await expect.poll(() => drawn?.evaluate((link) => link.isConnected)).toBe(false);
    expect(await isFirst()).toBe(true);
    await found.click();
    await page.waitForURL(`**/docs/${path}`);
  });

  it('reports that nothing is found, and closes the search by keyboard', async () => {
    const page = await open('');
    const button = page.getByRole('button', { name: 'Search' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('ქართული');
    await expect.poll(() => page.locator('site-search [role=status]').innerText()).toContain('Nothing found');
    await page.keyboard.press('Escape');
    await expect.poll(() => button.evaluate((each) => each.matches(':focus'))).toBe(true);
  });

  it('is readable without JavaScript', async () => {
    const page = await open('operations/sendMessage/', { javaScriptEnabled: false });
    await expect.poll(() => page.locator('main').innerText()).toContain('api_v1_turn_in_progress');
    expect(await page.locator('code-tab:visible').count()).toBe(LANGUAGES.length);
  });

  it('has its navigation on a phone without JavaScript, and nothing that only a script can do', async () => {
    const page = await open('operations/sendMessage/', {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    for (const dead of ['Try it', 'Search', 'Select theme'])
      expect(await page.getByText(dead, { exact: true }).first().isVisible(), dead).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'All operations' }).click();
    await page.waitForURL('**/docs/operations/');
  });

  it.each([
    ['header', { viewport: { width: 1440, height: 900 } }],
    ['header', { viewport: { width: 820, height: 900 }, javaScriptEnabled: false }],
    ['.mobile-preferences', { viewport: { width: 390, height: 844 } }],
    ['.mobile-preferences', { viewport: { width: 390, height: 844 }, javaScriptEnabled: false }],
  ] as const)('links from its %s to the same page in the other edition (%j)', async (place, options) => {
    const page = await open('operations/sendMessage/', options);
    if (place !== 'header') await page.getByRole('button', { name: 'Menu' }).click();
    const editions = page.locator(`${place} .editions`);
    await editions.locator('summary').click();
    expect(await editions.locator('li').count()).toBe(2);
    const link = editions.getByRole('link', { name: OTHER_EDITION.version });
    expect(await link.isVisible()).toBe(true);
    expect(await link.getAttribute('href')).toBe(`${OTHER_EDITION.address}operations/sendMessage/`);
    const right = await page
      .locator('header .right-group')
      .evaluate((group) => group.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(options.viewport.width);
  });

  it('prints one language and no tabs, forms or panes that scroll', async () => {
    const page = await open('operations/sendMessage/', { viewport: { width: 1440, height: 900 } });
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.code-tabs:visible').count()).toBe(0);
    expect(await page.getByText('Try it', { exact: true }).isVisible()).toBe(false);
    const shown = page.locator('code-tab:visible');
    expect(await shown.evaluateAll((tabs) => tabs.map(({ dataset }) => dataset.label))).toEqual(['Python']);
    expect(await shown.evaluate((tab) => getComputedStyle(tab, '::before').content)).toBe('"Python"');
    const cut = await page
      .locator('.operation-panel, .operation-panel pre:visible')
      .evaluateAll(
        (all) =>
          all.filter(
            (each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1,
          ).length,
      );
    expect(cut).toBe(0);
  });

  it.each(['nowhere', 'operations/none/at/all/'])(
    'has styles and links on the page for the missing address %s, also without JavaScript',
    async (path) => {
      const page = await open(path, { javaScriptEnabled: false });
      expect(await page.locator('h1').evaluate((title) => getComputedStyle(title).fontFamily)).toContain(
        'system',
      );
      await page.getByRole('link', { name: 'All failures' }).last().click();
      await page.waitForURL('**/docs/failures/');
      // Chromium reports an answer with an error status on its own.
      portal.complaints.splice(0);
    },
  );

  it('filters its tables', async () => {
    const page = await open('failures/');
    await page.getByLabel('Send again').selectOption('as it is');
    const codes = await page.locator('filter-rows .row:visible').allInnerTexts();
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.every((row) => row.includes('as it is'))).toBe(true);
    await page.getByLabel('Filter failures').fill('no such failure');
    await expect.poll(() => page.locator('.filters .count').innerText()).toMatch(/^0 of/);
  });

  it('keeps the filters of a list in its address, and opens the remaining groups', async () => {
    const page = await open('requirements/');
    const groups = page.locator('filter-rows details:visible');
    const all = await groups.count();
    expect(await page.locator('.row:visible').count()).toBe(0);
    await page.getByLabel('Operations').selectOption('cancelTurn');
    const rows = await page.locator('.row:visible').count();
    expect(rows).toBeGreaterThan(0);
    expect(await groups.count()).toBeLessThan(all);
    await page.reload();
    await expect.poll(() => page.locator('.row:visible').count()).toBe(rows);
    await page.getByLabel('Operations').selectOption('');
    await expect.poll(() => page.locator('.row:visible').count()).toBe(0);
    expect(new URL(page.url()).search).toBe('');
    await page.goto(`${portal.server.url}/docs/requirements/?operations=gone&level=must`);
    await expect.poll(() => page.getByLabel('Operations').inputValue()).toBe('');
    expect(await page.locator('.row:visible').count()).toBeGreaterThan(0);
  });

  it('has no reading page longer than some screens of a phone', async () => {
    const page = await open('', { viewport: { width: 390, height: 844 } });
    const paths = readdirSync(portal.folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(?!requirements\/[^/]*\.).*index\.html$/.test(file))
      .filter((file) => /^(?:guides|operations|events|stream|conformance|[^/]*\/index)/.test(file))
      .map((file) => file.replace(/index\.html$/, ''));
    expect(paths.length).toBeGreaterThan(60);
    const long: string[] = [];
    for (const path of paths) {
      await page.goto(`${portal.server.url}/docs/${path}`, { waitUntil: 'load' });
      const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
      if (height > LONGEST) long.push(`${path}: ${height}`);
    }
    expect(long).toEqual([]);
  });

  it('shows request and response next to the text of an operation, and keeps them in sight', async () => {
    const page = await open('operations/streamMessage/', { viewport: { width: 1440, height: 900 } });
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      if (!box) throw new Error(`${selector} is not shown`);
      return box;
    };
    const [text, panel] = [await boxOf('.operation-head'), await boxOf('.operation-panel')];
    expect(panel.x).toBeGreaterThan(text.x + text.width);
    await page.evaluate('scrollTo(0, 2500)');
    expect((await boxOf('.operation-panel')).y).toBeGreaterThanOrEqual(0);
    expect((await boxOf('.operation-panel')).y).toBeLessThan(900);
    await page.setViewportSize({ width: 820, height: 900 });
    expect((await boxOf('.operation-panel')).x).toBe((await boxOf('.operation-head')).x);
  });

  it('shows the examples of responses in one menu, after the parameters', async () => {
    const page = await open('operations/sendMessage/', { viewport: { width: 390, height: 844 } });
    const menu = page.getByLabel('Response', { exact: true });
    const shown = page.locator('example-menu details:visible');
    expect(await shown.count()).toBe(1);
    const [parameters, response] = await Promise.all(
      [page.locator('h2#parameters'), menu].map((each) => each.boundingBox()),
    );
    expect(response?.y).toBeGreaterThan(parameters?.y ?? Infinity);
    await menu.selectOption('404 api_v1_not_found');
    expect(await shown.count()).toBe(1);
    expect(await shown.innerText()).toContain('"message_code": "api_v1_not_found"');
  });

  it('wraps the lines of samples', async () => {
    const page = await open('operations/streamMessage/', { viewport: { width: 1440, height: 900 } });
    const code = page.locator('.operation-panel code-tab pre:visible');
    expect(await code.evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBe(0);
  });

  it.each([390, 1440])(
    'shows the tab of the language that a reader chose before, at %i pixels',
    async (width) => {
      const page = await open('operations/streamMessage/', { viewport: { width, height: 900 } });
      await page.getByRole('tab', { name: 'Ruby' }).click();
      await page.reload();
      const isInBar = page
        .getByRole('tab', { name: 'Ruby', selected: true })
        .evaluate(
          (tab) =>
            tab.getBoundingClientRect().right <= (tab.parentElement?.getBoundingClientRect().right ?? 0) + 1,
        );
      expect(await isInBar).toBe(true);
      await expect
        .poll(() => page.locator('.operation-panel code-tab:visible').innerText())
        .toContain("require 'net/http'");
    },
  );

  it('links to a nested member and opens it', async () => {
    const page = await open('operations/streamMessage/#body.attachments.skill_ids');
    await expect.poll(() => page.locator('[id="body.attachments.skill_ids"]').isVisible()).toBe(true);
  });

  it('opens the chapters of a long guide if there is room, and by a link on a phone', async () => {
    const wide = await open('guides/client/');
    expect(await wide.locator('details.chapter:not([open])').count()).toBe(0);
    const phone = await open('guides/client/', { viewport: { width: 390, height: 844 } });
    expect(await phone.locator('details.chapter[open]').count()).toBe(0);
    await phone.goto(`${portal.server.url}/docs/guides/client/#lists`);
    await expect.poll(() => phone.locator('details.chapter[open] h2').allInnerTexts()).toEqual(['Lists']);
  });

  it.each(['operations/no-such-operation/', 'nowhere/at/all', 'guides/none'])(
    'answers %s with a page that links back',
    async (path) => {
      const page = await open('');
      const answer = await page.goto(`${portal.server.url}/docs/${path}`);
      expect(answer?.status()).toBe(404);
      expect(await page.locator('h1').innerText()).toBe('There is no such page');
      await page.getByRole('link', { name: 'All failures' }).last().click();
      await page.waitForURL('**/docs/failures/');
      // Chromium reports an answer with an error status on its own.
      portal.complaints.splice(0);
    },
  );

  it('opens the search with a slash, except in a field, and shows hits of one kind', async () => {
    const page = await open('failures/');
    await page.getByLabel('Filter failures').fill('a');
    await page.keyboard.type('/');
    expect(await page.getByLabel('Filter failures').inputValue()).toBe('a/');
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.keyboard.type('cancel');
    const chip = page.locator('site-search .chips button', { hasText: 'Failures' });
    await chip.click();
    const kinds = await page.locator('site-search li small').allInnerTexts();
    expect(new Set(kinds)).toEqual(new Set(['Failures']));
    expect(await chip.innerText()).toBe(`Failures ${kinds.length}`);
  });

  it.each([
    'failures/chat-busy/',
    'schemas/Step/',
    'open-points/A-60/',
    'decisions/0002-node/',
    'requirements/stream.ping.cadence/',
    'guides/client/',
  ])('marks the place of %s in the sidebar', async (path) => {
    const page = await open(path);
    expect(await page.locator('.sidebar-content a[aria-current]').count()).toBe(1);
  });

  it.each([
    ['guides/record/', 'page'],
    ['requirements/usage.prompt-tokens.integer/', 'page'],
    ['decisions/0002-node/', 'true'],
  ])(
    'shows the place of %s in the sidebar, also after a page that had its group closed',
    async (path, current) => {
      const entry = `.sidebar-content a[aria-current="${current}"]`;
      const page = await open('');
      await page.goto(`${portal.server.url}/docs/${path}`);
      expect(await isInSight(page, entry)).toBe(true);
      const phone = await open(path, { viewport: { width: 390, height: 844 } });
      await phone.getByRole('button', { name: 'Menu' }).click();
      await expect.poll(() => isInSight(phone, entry)).toBe(true);
    },
  );

  it('keeps the order of events legible on a phone, without widening the page', async () => {
    const page = await open('stream/', { viewport: { width: 390, height: 844 } });
    const heights = await page
      .locator('.state-diagram text')
      .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThan(10);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  it.each([390, 1440])('has titles that are larger than headings, at %d pixels', async (width) => {
    const page = await open('', { viewport: { width, height: 900 } });
    const small: string[] = [];
    for (const path of KINDS) {
      await page.goto(`${portal.server.url}/docs/${path}`, { waitUntil: 'domcontentloaded' });
      const sizesOf = (selector: string) =>
        page
          .locator(selector)
          .evaluateAll((all) => all.map((each) => Number.parseFloat(getComputedStyle(each).fontSize)));
      const [title = 0] = await sizesOf('h1');
      const largest = Math.max(0, ...(await sizesOf('main :is(h2, h3)')));
      if (title <= largest) small.push(`${path}: ${title} under ${largest}`);
    }
    expect(small).toEqual([]);
  });

  describe('the player', () => {
    it('plays a stream with the keyboard alone', async () => {
      const page = await open('stream/player/?stream=failover');
      await expect.poll(() => page.getByLabel('Stream', { exact: true }).inputValue()).toBe('failover');
      await expect
        .poll(() => page.locator('.timeline .caption').nth(1).innerText())
        .toContain('message.start');
      await page.getByLabel('Speed').selectOption('20');
      await page.getByRole('button', { name: 'Play' }).focus();
      await page.keyboard.press('Enter');
      await expect
        .poll(() => page.locator('.timeline .caption').nth(1).innerText())
        .toContain('message.completed');
      await expect.poll(() => page.locator('.answer').innerText()).not.toBe('');
      await page.getByLabel('Event', { exact: true }).focus();
      await page.keyboard.press('Home');
      await expect
        .poll(() => page.locator('.timeline .caption').nth(1).innerText())
        .toContain('message.start');
    });

    // judge-worker.test.ts compares all of them.
    it.each(['step-timestamp-epoch.sse', 'two-terminals.sse', 'sse-data-not-json.sse'])(
      'finds in %s what `check` finds',
      async (file) => {
        const page = await open('stream/player/');
        await page.locator('input[type=file]').setInputFiles(recording(`broken/${file}`));
        await expect.poll(() => page.locator('.status').innerText()).toContain(`${file}: `);
        const report = await judge(readFileSync(recording(`broken/${file}`)), { name: file });
        const expected = report.requirements.flatMap(({ findings }) =>
          findings.map(({ requirement, expected: wanted, actual }) => [requirement, wanted, actual]),
        );
        expect(await page.locator('.status').innerText()).toContain(report.verdict);
        expect(await shownFindings(page)).toEqual(expected);
      },
    );

    it.each([
      ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), 'is neither a raw stream'],
      ['a text', Buffer.from('Dear reader,'), 'is neither a raw stream'],
      ['a header of another version', Buffer.from('{"recording":99}\n'), 'version 1'],
      ['broken gzip', Buffer.from([0x1f, 0x8b, 1, 2, 3]), 'not valid gzip'],
    ])('refuses %s in one sentence', async (_, buffer, sentence) => {
      const page = await open('stream/player/');
      await page.locator('input[type=file]').setInputFiles({ name: 'file', mimeType: 'text/plain', buffer });
      await expect.poll(() => page.locator('.status').innerText()).toContain(sentence);
      await page.getByLabel('Stream', { exact: true }).selectOption('pings');
      await expect.poll(() => page.locator('.status').innerText()).toContain('pings.sse: conformant');
    });

    it('counts events from 1', async () => {
      const page = await open('stream/player/?stream=failover');
      const title = page.locator('.timeline .caption').nth(1);
      await expect.poll(() => title.innerText()).toContain('event 1 (message.start)');
    });

    it('names the place of a finding as `check` does, and forgets the findings of the previous stream', async () => {
      const page = await open('stream/player/');
      await page.locator('input[type=file]').setInputFiles(recording('broken/step-timestamp-epoch.sse'));
      const finding = page.locator('.findings > li', { hasText: /, event \d+/ }).first();
      const file = recording('broken/step-timestamp-epoch.sse');
      const report = await judge(readFileSync(file), { name: file });
      const [place = ''] = /event \d+ \(message.step\).*/.exec(renderPretty(report)) ?? [];
      expect(await finding.innerText()).toContain(`, ${place}`);
      await finding.getByRole('button', { name: 'Show the event' }).click();
      const title = page.locator('.timeline .caption').nth(1);
      await expect.poll(() => title.innerText()).toContain(place.split(',')[0]);
      expect(await page.locator('.notes li').count()).toBeGreaterThan(0);
      await page.getByLabel('Stream', { exact: true }).selectOption('pings');
      await expect.poll(() => page.locator('.status').innerText()).toContain('pings.sse: conformant');
      expect(await page.locator('.notes li').count()).toBe(0);
      expect(await page.locator('.findings li').count()).toBe(0);
    });

    it('shows a replacing delta as such', async () => {
      const page = await open('stream/player/?stream=failover');
      const slider = page.getByLabel('Event', { exact: true });
      await expect.poll(() => page.locator('.lanes .replace').count()).toBe(1);
      await slider.focus();
      const note = page.locator('.notes', { hasText: 'replaces the whole text' });
      for (let step = 0; step < 12 && (await note.count()) === 0; step += 1)
        await page.keyboard.press('ArrowRight');
      expect(await note.count()).toBe(1);
      expect(await page.locator('.answer del').innerText()).not.toBe('');
    });

    it('shows hostile text as text', async () => {
      const page = await open('stream/player/');
      await page.locator('input[type=file]').setInputFiles({
        name: '<img src=x onerror=alert(1)>',
        mimeType: 'text/plain',
        buffer: Buffer.from(hostileStream()),
      });
      await expect.poll(() => page.locator('.status').innerText()).toContain('<img src=x onerror=alert(1)>');
      expect(
        await page.locator('stream-player :is(img, script, iframe, a[href^="javascript:"])').count(),
      ).toBe(0);
    });

    it.each([
      [
        'dropped file of 100 MB',
        'large.sse',
        () => new File([new Uint8Array(100 * 1024 * 1024)], 'large.sse'),
      ],
      [
        'small file that decompresses to 70 MB',
        'bomb.sse.gz',
        async () => {
          const zeros = new Blob([new Uint8Array(70 * 1024 * 1024)]).stream();
          const packed = await new Response(zeros.pipeThrough(new CompressionStream('gzip'))).blob();
          return new File([packed], 'bomb.sse.gz');
        },
      ],
    ])('refuses a %s in one sentence', async (_, name, makeFile) => {
      const page = await open('stream/player/');
      await page.locator('stream-player .status').waitFor({ state: 'attached' });
      await drop(page, makeFile);
      await expect
        .poll(() => page.locator('.status').innerText())
        .toBe(
          `${name}: it is larger than the 64 MB that this page reads; judge it with \`conversation-api check FILE\`.`,
        );
      await page.getByLabel('Stream', { exact: true }).selectOption('pings');
      await expect.poll(() => page.locator('.status').innerText()).toContain('pings.sse: conformant');
    });

    it('stays usable with a hundred thousand events', async () => {
      const page = await open('stream/player/');
      const delta = 'event: message.delta\ndata: {"text":"x","replace":false}\n\n';
      await page.locator('input[type=file]').setInputFiles({
        name: 'long.sse',
        mimeType: 'text/plain',
        buffer: Buffer.from(delta.repeat(100_000)),
      });
      await expect.poll(() => page.locator('.status').innerText()).toContain('100000 events');
      expect(await page.locator('.lanes .mark').count()).toBeLessThan(2000);
    });
  });

  describe('a request to the server', () => {
    it('runs a turn that asks, and answers it', async () => {
      const page = await open('operations/streamMessage/');
      await page.getByText('Send this request to a server of yours').click();
      await page.getByLabel('Token', { exact: true }).fill('harbor-main');
      await expect
        .poll(() => page.getByLabel('Server', { exact: true }).inputValue())
        .toBe(portal.server.url);
      const acts = [{ call: { tool: 'close_ticket', input: { ticket: 4410 } } }, { say: 'Closed.' }];
      await page.getByLabel('Body', { exact: true }).fill(
        JSON.stringify({
          content: `Close it.\n\`\`\`script\n${JSON.stringify(acts)}\n\`\`\``,
          permission_mode: 'manual',
          attachments: { mcp_server_ids: [7] },
        }),
      );
      await page.getByLabel('chat_id (path)', { exact: true }).fill(crypto.randomUUID());
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect
        .poll(() => page.locator('try-it .status').innerText())
        .toBe('The turn wants to run close_ticket.');
      await expect.poll(() => page.locator('.countdown').innerText()).toMatch(/^0:\d\d left$/);
      const [question, timeline] = await Promise.all(
        ['.interaction', '.timeline'].map((part) => page.locator(part).boundingBox()),
      );
      expect(question?.y).toBeLessThan(timeline?.y ?? 0);
      // Changes of the fields from now on apply to another request.
      await page.getByLabel('Server', { exact: true }).fill('http://127.0.0.1:1');
      await page.getByRole('button', { name: 'Approve' }).click();
      await expect.poll(() => page.locator('try-it .status').innerText()).toContain('follows the contract');
      await expect.poll(() => page.locator('.answer').innerText()).toContain('Closed.');
    });

    it('shows the values of the reader in the samples', async () => {
      const page = await open('operations/streamMessage/');
      await page.getByText('Send this request to a server of yours').click();
      const sample = page.locator('.operation-panel code-tab:visible');
      await expect.poll(() => sample.innerText()).toContain(`'${portal.server.url}/api/v1/chats/`);
      await page.getByLabel('Token', { exact: true }).fill('my-own');
      await page.getByLabel('chat_id (path)', { exact: true }).fill('a chat');
      await page.getByLabel('Body', { exact: true }).fill('{"content": "Mine?"}');
      const text = await sample.innerText();
      for (const part of ['Bearer my-own', '/chats/a%20chat/', '"content": "Mine?"', 'Key: $(uuidgen)'])
        expect(text).toContain(part);
      const copied = await sample.locator('button').first().getAttribute('data-code');
      expect(copied?.replaceAll('\u007f', '\n').split('\n')).toEqual(
        text.split('\n').filter((line) => line !== ''),
      );
      await page.getByLabel('Token', { exact: true }).fill('');
      expect(await sample.innerText()).not.toContain('Authorization');
    });

    it('sends a token only to the server for which it was entered', async () => {
      const page = await open('operations/getCatalog/');
      await page.getByText('Send this request to a server of yours').click();
      const [server, token] = ['Server', 'Token'].map((name) => page.getByLabel(name, { exact: true }));
      if (!server || !token) throw new Error('fields are missing');
      await expect.poll(() => server.inputValue()).toBe(portal.server.url);
      await token.fill('secret');
      await server.fill('https://other.example');
      expect(await token.inputValue()).toBe('');
      await server.fill(portal.server.url);
      expect(await token.inputValue()).toBe('secret');
    });

    it('sends no Authorization header if the token field is empty', async () => {
      const page = await open('operations/getCatalog/');
      await page.getByText('Send this request to a server of yours').click();
      const [server, token] = ['Server', 'Token'].map((name) => page.getByLabel(name, { exact: true }));
      if (!server || !token) throw new Error('fields are missing');
      await expect.poll(() => server.inputValue()).toBe(portal.server.url);
      expect(await token.inputValue()).toBe('harbor-main');
      await token.fill('');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect
        .poll(() => page.locator('try-it .status').innerText())
        .toContain('HTTP 401. The answer follows');
      // Chromium reports an answer with an error status on its own.
      portal.complaints.splice(0);
    });

    it('shows the headers of the answer', async () => {
      const page = await open('operations/getCatalog/');
      await page.getByText('Send this request to a server of yours').click();
      await expect
        .poll(() => page.getByLabel('Server', { exact: true }).inputValue())
        .toBe(portal.server.url);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('Response headers').click();
      await expect
        .poll(() => page.locator('try-it details details pre').innerText())
        .toContain('content-type: application/json');
    });

    it('offers each example of the body', async () => {
      const page = await open('operations/createSkill/');
      await page.getByText('Send this request to a server of yours').click();
      const choice = page.getByLabel('Example', { exact: true });
      const body = page.getByLabel('Body', { exact: true });
      const { examples } = JSON.parse(readFileSync(`${portal.folder}/openapi.json`, 'utf8')).paths[
        '/api/v1/skills'
      ].post.requestBody.content['application/json'] as {
        readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
      };
      await choice.waitFor();
      expect(await choice.locator('option').count()).toBe(Object.keys(examples).length);
      for (const { summary, value } of Object.values(examples)) {
        await choice.selectOption(summary);
        expect(JSON.parse(await body.inputValue())).toEqual(value);
      }
    });

    it('shows a failure', async () => {
      const page = await open('operations/getChat/');
      await page.getByText('Send this request to a server of yours').click();
      await page.getByLabel('Token', { exact: true }).fill('harbor-main');
      await expect
        .poll(() => page.getByLabel('Server', { exact: true }).inputValue())
        .toBe(portal.server.url);
      await page.getByLabel('chat_id (path)', { exact: true }).fill(crypto.randomUUID());
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect
        .poll(() => page.locator('try-it .status').innerText())
        .toContain('HTTP 404. The answer follows');
      expect(await page.locator('try-it .data').innerText()).toContain('api_v1_not_found');
      // Chromium reports an answer with an error status on its own.
      portal.complaints.splice(0);
    });

    it('says what to do when there is no server', async () => {
      const page = await open('operations/getCatalog/');
      await page.getByText('Send this request to a server of yours').click();
      await expect
        .poll(() => page.getByLabel('Server', { exact: true }).inputValue())
        .toBe(portal.server.url);
      await page.getByLabel('Server', { exact: true }).fill('http://127.0.0.1:1');
      await page.getByLabel('Token', { exact: true }).fill('none');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect
        .poll(() => page.locator('try-it .status').innerText())
        .toContain(`npx --no conversation-api serve --cors ${portal.server.url}`);
      portal.complaints.splice(0);
      portal.strangers.splice(0);
    });
  });
});

/** The findings of the accessibility checker, one line per rule. The search button shows its keys, which are not part of its name. */
/** Whether the whole element is inside the visible part of the sidebar. */
function isInSight(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const [box, pane] = [element, element.closest('.sidebar-pane')].map((each) =>
      each?.getBoundingClientRect(),
    );
    return !!box?.height && !!pane && box.top >= pane.top && box.bottom <= Math.min(pane.bottom, innerHeight);
  });
}

async function violations(page: Page, rules?: readonly string[]): Promise<unknown> {
  return page.evaluate(
    `axe.run({ exclude: ['button[data-open-modal]'] }, ${JSON.stringify(rules ? { runOnly: rules } : {})}).then(({ violations }) => violations.map(({ id, nodes }) =>
      id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 150)).join(' ')))`,
  );
}

/** Drops a file on the player. The page itself creates the file, because the driver would send its bytes as text. */
async function drop(page: Page, makeFile: () => File | Promise<File>): Promise<void> {
  await page.evaluate(`(async () => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(await (${makeFile})());
    document.querySelector('stream-player').dispatchEvent(new DragEvent('drop', { dataTransfer }));
  })()`);
}

async function shownFindings(page: Page): Promise<(string | null)[][]> {
  return page
    .locator('.findings > li')
    .evaluateAll((items) =>
      items.map((item) => [...item.querySelectorAll('a, dd')].map((each) => each.textContent)),
    );
}

function hostileStream(): string {
  const markup = '<img src=x onerror=alert(1)><script>alert(1)</script>[a](javascript:alert(1))\u001b[31m';
  const data = JSON.stringify({ text: markup, replace: false, [markup]: markup });
  return [
    `event: message.start`,
    `data: ${data}`,
    '',
    `event: ${markup}`,
    `data: ${data}`,
    '',
    'event: message.delta',
    `data: ${data}`,
    '',
    '',
  ].join('\n');
}
