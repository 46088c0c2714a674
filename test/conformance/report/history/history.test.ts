import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  addRun,
  earlierRuns,
  type History,
  MOST_RUNS,
  NO_HISTORY,
} from '../../../../src/conformance/report/history/history.ts';
import { renderHistoryHtml } from '../../../../src/conformance/report/history/html.ts';
import { readHistory } from '../../../../src/conformance/report/history/read-history.ts';
import { renderHistory } from '../../../../src/conformance/report/history/render.ts';
import { findTrends } from '../../../../src/conformance/report/history/trends.ts';
import type { SingleReport } from '../../../../src/conformance/report/model.ts';
import { axeScript } from '../../../tools/accessibility.ts';
import { chromium, chromiumPath as executablePath } from '../../../tools/browser.ts';
import { hostileLiveReport } from '../live-report.ts';

const ID = 'chats.name.string-or-null';

/** A history of one requirement: a letter for each day of a month. */
function historyOf(letters: string, id = ID): History {
  const runs = [...letters].map((_, day) => ({
    started: `2026-03-${String(day + 1).padStart(2, '0')}T02:00:00Z`,
    target: 'https://a.example',
    verdict: 'nonconformant' as const,
    failed: 1,
    warned: 0,
  }));
  return { history: 1, runs, outcomes: { [id]: letters } };
}

const report = (status: string, id = ID) =>
  ({
    tool: { name: 'conversation-api', version: '0.1.0' },
    target: 'https://a.example',
    verdict: 'nonconformant',
    summary: { judged: 1, failed: 1, warned: 0 },
    requirements: [{ id, status, findings: [{ request: 'PATCH /api/v1/chats/1' }] }],
  }) as unknown as SingleReport;

describe('the trend of a requirement', () => {
  it.each([
    ['pppp', undefined, undefined],
    ['pppf', 'new', '2026-03-04'],
    ['ppff', 'failing', '2026-03-03'],
    ['pff.', 'failing', '2026-03-02'],
    ['ffff', 'failing', '2026-03-01'],
    ['pfpf', 'flaky', '2026-03-02'],
    ['pfpp', 'flaky', '2026-03-02'],
    ['pfpppppp', 'mended', '2026-03-03'],
    ['ff.p', 'mended', '2026-03-04'],
    ['w..p', 'mended', '2026-03-04'],
  ])('%s is %s', (letters, kind, since) => {
    const [trend] = findTrends(historyOf(letters));
    expect([trend?.kind, trend?.since.slice(0, 10)]).toEqual([kind, since]);
  });

  it('is worse if it is violated more often than before, beyond chance', () => {
    const isWorse = (letters: string) => findTrends(historyOf(letters))[0]?.isWorse;
    expect(isWorse('pppppppppffpffpffpff'.padStart(30, 'p'))).toBe(true);
    expect(isWorse('pfppfppfppfp'.repeat(2))).toBe(false);
    expect(isWorse('fpf')).toBe(false);
  });

  it('names what took the place of a removed requirement', () => {
    const text = renderHistory(historyOf('ffp', 'interactions.pause.pings'));
    expect(text).toContain('violated in 2 of 3 runs; the requirement is now stream.ping.cadence');
  });
});

describe('a history', () => {
  it('forgets the oldest run, and requirements that no run judged', () => {
    let history = addRun(NO_HISTORY, report('failed', 'lists.meta.page'), [], '2026-01-01T02:00:00Z');
    for (let run = 0; run < MOST_RUNS; run += 1)
      history = addRun(history, report('passed'), [], '2026-01-02T02:00:00Z');
    expect(history.runs).toHaveLength(MOST_RUNS);
    expect(history.outcomes).toEqual({ [ID]: 'p'.repeat(MOST_RUNS) });
    expect(readHistory(JSON.stringify(history), 'it')).toEqual(history);
  });

  it('counts a flaky entry of one place by itself', () => {
    const entry = (place: string) => ({ id: ID, reason: 'T-1', expires: '2026-12-31', flaky: true, place });
    const entries = ['updateChat', 'getChat'].map(entry);
    const history = addRun(historyOf('pf'), report('failed'), entries, '2026-03-03T02:00:00Z');
    expect(history.outcomes).toEqual({ [ID]: 'pff', [`${ID} at updateChat`]: '..f' });
    expect(renderHistory(history)).toContain(`${ID} at updateChat  violated in 1 of 1 run`);
    const earlier = earlierRuns(history);
    expect(earlier(entry('updateChat'))).toEqual({ seen: 1, violated: 1 });
    expect(earlier({ id: ID, reason: 'T-1', expires: '2026-12-31', flaky: true })).toEqual({
      seen: 3,
      violated: 2,
    });
  });

  it('has the present name of a requirement that was renamed', () => {
    const history = historyOf('ff.', 'usage.counters.snake-case-integers');
    const outcomes = { ...history.outcomes, 'usage.counters.not-negative': '..w' };
    expect(readHistory(JSON.stringify({ ...history, outcomes }), 'it').outcomes).toEqual({
      'usage.counters.not-negative': 'ffw',
    });
  });

  it.each([
    ['{', 'h.json is not JSON; name a file that --remember wrote'],
    ['[]', 'h.json: the history is a list, and must be a mapping'],
    [JSON.stringify({ ...NO_HISTORY, history: 2 }), 'h.json: history must be 1'],
    [
      JSON.stringify({ ...NO_HISTORY, more: 1 }),
      'h.json: more is not known here; known are history, runs, outcomes',
    ],
    [
      JSON.stringify({ ...NO_HISTORY, outcomes: { a: 'fx' } }),
      'h.json: outcomes.a must match ^[fwp.]{0,100}$',
    ],
    [
      JSON.stringify({ ...NO_HISTORY, outcomes: { a: 'ff' } }),
      'h.json: a has 2 outcomes, and there are 0 runs',
    ],
    [
      JSON.stringify({
        ...NO_HISTORY,
        runs: historyOf('f'.repeat(28)).runs.concat(
          historyOf('f'.repeat(28)).runs,
          historyOf('f'.repeat(28)).runs,
          historyOf('f'.repeat(28)).runs,
        ),
      }),
      'h.json: runs must not have more items than 100',
    ],
    [`"${'a'.repeat(1024 * 1024)}"`, 'h.json is too large for a history of runs'],
  ])('is refused in one line: %.60s', (text, message) => {
    expect(() => readHistory(text, 'h.json')).toThrow(
      expect.objectContaining({ code: 'invalid-history', message }),
    );
  });

  it('keeps what a server says within its limits', async () => {
    const hostile = (await hostileLiveReport('x'.repeat(10_000))) as SingleReport;
    const history = addRun(NO_HISTORY, hostile, [], '2026-01-01T02:00:00Z');
    expect(readHistory(JSON.stringify(history), 'it')).toEqual(history);
  });
});

describe('the page of a history', () => {
  const attack = '"><script>document.title = "taken"</script><img src=https://elsewhere.example/a.png>\u202e';
  const history = { ...historyOf('pfwp.f', attack) };
  const hostile = { ...history, runs: history.runs.map((run) => ({ ...run, target: attack })) };

  it('has no script, no link and a policy that forbids both, whatever the file says', () => {
    const html = renderHistoryHtml(hostile);
    const elements = new Set([...html.matchAll(/<([a-z!]+)/gi)].map(([, name = '']) => name));
    for (const name of ['script', 'img', 'a', 'iframe', 'base']) expect([...elements]).not.toContain(name);
    expect(html).toContain("content=\"default-src 'none'; style-src 'sha256-");
    expect(html).not.toContain('\u202e');
    expect(renderHistory(hostile)).not.toContain('\u202e');
  });

  it.skipIf(!existsSync(executablePath)).each(['light', 'dark'] as const)(
    'is accessible in the %s scheme, and runs nothing',
    async (colorScheme) => {
      const folder = mkdtempSync(join(tmpdir(), 'history-'));
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: 120_000 });
      try {
        const file = join(folder, 'history.html');
        writeFileSync(file, renderHistoryHtml(hostile));
        const page = await browser.newPage({ viewport: { width: 400, height: 800 }, colorScheme });
        const requests: string[] = [];
        page.on('request', (request) => requests.push(request.url()));
        await page.goto(pathToFileURL(file).href);
        expect(requests).toEqual([pathToFileURL(file).href]);
        expect(await page.title()).not.toBe('taken');
        expect(await page.locator('svg.spark rect').count()).toBe(12);
        const fits = 'document.documentElement.scrollWidth <= window.innerWidth';
        expect(await page.evaluate(fits)).toBe(true);
        await page.evaluate(readFileSync(axeScript, 'utf8'));
        const violations = await page.evaluate(
          "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))",
        );
        expect(violations).toEqual([]);
      } finally {
        await browser.close();
        rmSync(folder, { recursive: true });
      }
    },
    60_000,
  );
});
