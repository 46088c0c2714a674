import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkToDocs } from '../../../../src/conformance/report/docs-links.ts';
import { renderHtml } from '../../../../src/conformance/report/html/index.ts';
import type { Report, RequirementReport } from '../../../../src/conformance/report/model.ts';
import { readStreams } from '../../../../src/conformance/timeline/read-streams.ts';
import { readRecording } from '../../../cli/workspace.ts';
import { axeScript } from '../../../tools/accessibility.ts';
import { type Browser, chromium, chromiumPath as executablePath, type Page } from '../../../tools/browser.ts';
import { judgeBytes, registry, reportOf } from '../judge-bytes.ts';
import { hostileLiveReport } from '../live-report.ts';

const ATTACKS = [
  '<script>document.title = "taken"</script>',
  '"><img src=https://elsewhere.example/a.png onerror="document.title=\'taken\'">',
  "'></pre></details></style><style>@import 'https://elsewhere.example/b.css'</style>",
  '<meta http-equiv="refresh" content="0;url=https://elsewhere.example/c"><base href="https://elsewhere.example/">',
  '<svg onload=document.title=1><iframe src="https://elsewhere.example/d"></iframe>',
  '\u001b[2J\u202e]]>--><!--{{constructor}}&lt;b&gt;',
];

/** The elements that a report may contain. None of them runs or loads anything. */
const OWN_ELEMENTS = [
  ...['!DOCTYPE', 'a', 'article', 'b', 'body', 'br', 'code', 'dd', 'details', 'div', 'dl', 'dt', 'fieldset'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'head', 'header', 'html', 'i', 'input', 'label', 'legend', 'li', 'line'],
  ...['main', 'meta', 'option', 'p', 'path', 'pre', 'section', 'select', 'span', 'style', 'summary', 'svg'],
  ...['table', 'tbody', 'td', 'th', 'thead', 'title', 'tr', 'ul'],
];

let hostile: Report;

beforeAll(async () => {
  hostile = await hostileLiveReport(ATTACKS.join(''));
});

describe('the HTML report', () => {
  it('has no script, links only within itself, and has a policy that forbids both', () => {
    const html = renderHtml(hostile);
    const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html) ?? [];
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'$/,
    );
    const elements = new Set(
      [...html.matchAll(/<([a-z!/][^\s>]*)/gi)].map(([, name = '']) => name.replace('/', '')),
    );
    expect([...elements].sort()).toEqual(OWN_ELEMENTS);
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html.match(/<meta /g)).toHaveLength(4);
    expect(html.match(/href="(?!#)/g)).toBeNull();
    expect(html).not.toContain('\u001b');
    expect(html).not.toContain('\u202e');
  });

  it('links to the docs portal only if the portal is on the web', async () => {
    const report = reportOf(await judgeBytes('broken.sse', readRecording('broken/usage-strings.sse')));
    const linked = linkToDocs(report, 'https://docs.example');
    expect(renderHtml(linked)).toContain(
      'href="https://docs.example/requirements/usage.prompt-tokens.integer/"',
    );
    const hostileDocs = linkToDocs(report, 'javascript:alert(1)//');
    expect(renderHtml(hostileDocs)).not.toContain('javascript:');
  });

  it('shows the verdict first, then the failures, then every requirement by section', async () => {
    const broken = await judgeBytes('broken.sse', readRecording('broken/usage-strings.sse'));
    const html = renderHtml(reportOf(broken));
    const places = ['<h1>nonconformant</h1>', '<h3>Failures</h3>', '<h3>Requirements by section</h3>'].map(
      (part) => html.indexOf(part),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    for (const { section } of broken.requirements)
      expect(html).toContain(`<h4>${section} ${registry.sections[section]}</h4>`);
  });

  it('has one place for each requirement of each input, and no broken link', async () => {
    const bytes = readRecording('broken/usage-strings.sse');
    const targets = [await judgeBytes('a', bytes), await judgeBytes('b', bytes)];
    const streams = await readStreams(
      { name: 'a', read: (onBytes) => onBytes(bytes) },
      'sse',
      { streams: 1, named: 1, events: 100, room: { first: 50, last: 10, data: 100 } },
      new Map([[undefined, [10]]]),
    );
    const html = renderHtml(reportOf(...targets), new Map([['a', streams]]));
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id } of registry.requirements)
      for (const anchor of [id, `2:${id}`]) expect(ids).toContain(anchor);
    for (const [, anchor = ''] of html.matchAll(/href="#([^"]*)"/g))
      expect(ids).toContain(decodeURIComponent(anchor));
    expect(html).toContain('href="#stream-event-11"');
  });

  it('collapses the requirements that are violated for the same cause', async () => {
    const wrapped = readRecording('valid/plain.sse')
      .toString()
      .replaceAll(/^data: (.*)$/gm, 'data: {"data":$1}');
    const html = renderHtml(reportOf(await judgeBytes('wrapped.sse', wrapped)));
    const [own = '', followers = ''] = html.split('<details class="followers">');
    expect(own.match(/<article class="failed"/g)).toHaveLength(1);
    expect(followers).toMatch(/^<summary>\d+ more requirements, which may follow: /);
    expect(html.match(/<article class="failed"/g)?.length).toBeGreaterThan(2);
  });

  describe.skipIf(!existsSync(executablePath))('in a browser', () => {
    let browser: Browser;
    const folder = mkdtempSync(join(tmpdir(), 'html-report-'));

    beforeAll(async () => {
      browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: 120_000 });
    });
    afterAll(async () => {
      await browser?.close();
      rmSync(folder, { recursive: true });
    });

    it('runs nothing and requests nothing, even with hostile text from the target', async () => {
      const file = join(folder, 'report.html');
      writeFileSync(file, renderHtml(hostile));
      const page = await browser.newPage({ viewport: { width: 1200, height: 1600 } });
      page.setDefaultTimeout(120_000);
      const requests: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(pathToFileURL(file).href);
      for (const details of await page.locator('details').all()) {
        await details.evaluate((element) => element.setAttribute('open', ''));
      }

      expect(requests).toEqual([pathToFileURL(file).href]);
      expect(complaints).toEqual([]);
      expect(await page.title()).not.toBe('taken');
      expect(await page.title()).toContain('<script>');
      expect(await page.locator('script, img, iframe, base, link, a:not([href^="#"])').count()).toBe(0);
      // The style is allowed by its hash, and applied.
      expect((await page.locator('main').boundingBox())?.width).toBe(1152);
      expect(await page.locator('.events tr.named').count()).toBeGreaterThan(0);
      expect(await page.locator('pre').first().textContent()).toContain('conversation-api check');
      await page.screenshot({ path: process.env.REPORT_SCREENSHOT ?? join(folder, 'report.png') });
      await page.close();
    });

    /** Opens the report of a recording with some violations and its stream. */
    async function openBroken(
      options: Parameters<Browser['newPage']>[0] = {},
      isWanted: (row: RequirementReport) => boolean = () => true,
    ): Promise<Page> {
      const bytes = readRecording('broken/usage-strings.sse');
      const source = { name: 'a', read: (onBytes: (bytes: Uint8Array) => void) => onBytes(bytes) };
      const room = { first: 50, last: 10, data: 100 };
      const limits = { streams: 1, named: 1, events: 100, room };
      const streams = await readStreams(source, 'sse', limits, new Map([[undefined, [10]]]));
      const file = join(folder, 'broken.html');
      const target = await judgeBytes('a', bytes);
      const report = reportOf({ ...target, requirements: target.requirements.filter(isWanted) });
      writeFileSync(file, renderHtml(report, new Map([['a', streams]])));
      const page = await browser.newPage(options);
      page.setDefaultTimeout(120_000);
      await page.goto(pathToFileURL(file).href);
      return page;
    }

    it('filters by status and area with the keyboard alone', async () => {
      const page = await openBroken();
      const shown = async (attribute: string) =>
        (await page.evaluate(
          `[...document.querySelectorAll('.requirements tr')].filter((row) => row.checkVisibility()).map((row) => row.dataset.${attribute})`,
        )) as string[];
      const statuses = async () => [...new Set(await shown('status'))].sort();
      expect(await statuses()).toEqual(['failed', 'passed']);
      const judged = (await shown('area')).length;
      await page.locator('#show-judged').focus();
      await page.keyboard.press('ArrowRight');
      expect(await statuses()).toEqual(['failed']);
      expect(await page.locator('article.failed').first().isVisible()).toBe(true);
      await page.keyboard.press('ArrowRight');
      expect(await statuses()).toEqual(['passed']);
      expect(await page.locator('article.failed').first().isVisible()).toBe(false);
      expect(await page.locator('h3', { hasText: 'Failures' }).isVisible()).toBe(false);
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Tab');
      await page.keyboard.type('usage');
      expect(await page.locator('#show-area').inputValue()).toBe('usage');
      const areas = await shown('area');
      expect(new Set(areas)).toEqual(new Set(['usage']));
      expect(areas.length).toBeLessThan(judged);
      await page.close();
    });

    it('shows the target of a link, whatever the filter hides', async () => {
      const page = await openBroken();
      const row = page.locator('[id="limits.rate.open"]');
      expect(await row.isVisible()).toBe(false);
      await page.goto(`${page.url()}#limits.rate.open`);
      expect(await row.isVisible()).toBe(true);
      await page.close();
    });

    it.each(['light', 'dark'] as const)(
      'is accessible and fits every window in the %s scheme',
      async (colorScheme) => {
        // Hundreds of similar rows would only take time.
        const page = await openBroken(
          { colorScheme },
          ({ id, status }) => status === 'failed' || id.length % 9 === 0,
        );
        await page.locator('#show-all').check();
        for (const width of [320, 768, 1920]) {
          await page.setViewportSize({ width, height: 900 });
          const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
          expect(await page.evaluate(overflow), `at ${width} pixels`).toBeLessThanOrEqual(0);
        }
        await page.locator('#show-judged').check();
        await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
        await page.evaluate(readFileSync(axeScript, 'utf8'));
        // A narrow window has scrolling regions that a wide window lacks.
        for (const width of [320, 1920]) {
          await page.setViewportSize({ width, height: 900 });
          const violations = await page.evaluate(
            `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 150)).join(' ')))`,
          );
          expect(violations, `at ${width} pixels`).toEqual([]);
        }
        await page.close();
      },
    );
  });
});
