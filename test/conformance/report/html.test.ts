import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml } from '../../../src/conformance/report/html.ts';
import type { Report } from '../../../src/conformance/report/model.ts';
import { readRecording } from '../../cli/workspace.ts';
import { type Browser, chromium, chromiumPath as executablePath } from '../../tools/browser.ts';
import { judgeBytes, reportOf } from './judge-bytes.ts';
import { hostileLiveReport } from './live-report.ts';

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
  ...[
    '!DOCTYPE',
    'article',
    'b',
    'body',
    'code',
    'dd',
    'details',
    'div',
    'dl',
    'dt',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
  ],
  ...['head', 'header', 'html', 'i', 'li', 'main', 'meta', 'p', 'pre', 'section', 'span', 'style', 'summary'],
  ...['table', 'tbody', 'td', 'th', 'thead', 'title', 'tr', 'ul'],
];

let hostile: Report;

beforeAll(async () => {
  hostile = await hostileLiveReport(ATTACKS.join(''));
});

describe('the HTML report', () => {
  it('has no script and no link, and a policy that allows neither', () => {
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
    expect(html).not.toContain('\u001b');
    expect(html).not.toContain('\u202e');
  });

  it('shows the verdict first, then the failures, then every requirement by section', async () => {
    const broken = await judgeBytes('broken.sse', readRecording('broken/usage-strings.sse'));
    const html = renderHtml(reportOf(broken));
    const places = ['<h1>nonconformant</h1>', '<h3>Failures</h3>', '<h3>Requirements by section</h3>'].map(
      (part) => html.indexOf(part),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    for (const { id } of broken.requirements) expect(html).toContain(`<code>${id}</code>`);
    for (const { section } of broken.requirements)
      expect(html).toContain(`<details class="section"><summary><b>${section}</b>`);
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

    it('runs nothing and requests nothing, even with hostile texts of the target', async () => {
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
      expect(await page.locator('script, img, iframe, svg, base, link, a').count()).toBe(0);
      // The style is allowed by its hash, and applied.
      expect((await page.locator('main').boundingBox())?.width).toBe(1152);
      expect(await page.locator('.timeline tr.named').count()).toBeGreaterThan(0);
      expect(await page.locator('pre').first().textContent()).toContain('conversation-api check');
      await page.screenshot({ path: process.env.REPORT_SCREENSHOT ?? join(folder, 'report.png') });
    });
  });
});
