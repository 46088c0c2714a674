import { framePage } from '../html/frame.ts';
import { HTML_STYLE } from '../html/style.ts';
import { text } from '../html/text.ts';
import type { History } from './history.ts';
import { describeRuns, describeTrend } from './render.ts';
import { findTrends, summariseHistory, type Trend } from './trends.ts';

/** The height, as a share, and the class of the colour. */
type Bar = readonly [height: number, colour: string];

const NO_BAR: Bar = [0, 'none'];
const BAR = 6;
const HEIGHT = 24;
const BARS: Readonly<Record<string, Bar>> = {
  f: [1, 'bad'],
  w: [0.6, 'warn'],
  p: [0.25, 'ok'],
  '.': [0.08, 'none'],
};

const STYLE = `${HTML_STYLE}
.spark { display: block; height: ${HEIGHT}px; }
.spark .bad { fill: var(--bad); }
.spark .warn { fill: var(--warn); }
.spark .ok { fill: var(--ok); }
.spark .none { fill: var(--dim); }
.history td { white-space: normal; overflow-wrap: anywhere; }
`;

/** Renders a history as one self-contained HTML page without scripts, with a sparkline for each requirement that some run violated. */
export function renderHistoryHtml(history: History): string {
  const trends = findTrends(history);
  const last = history.runs.at(-1)?.verdict ?? 'nothing-ran';
  return framePage(
    describeRuns(history),
    STYLE,
    `<header class="${last}">
<h1>${text(last)}</h1>
<p>${text(describeRuns(history), 1000)}</p>
<p>${text(summariseHistory(history), 2000)}</p>
</header>
<p>A bar for each run, the oldest first: violated requirements.</p>
${drawFailures(history)}
<h2>Requirements that some run violated</h2>
<p class="dim">A high bar is a failure, a middle one a warning, a low one a pass, and a flat one a run that did not judge the requirement.</p>
<table class="history"><thead><tr><th>Kind</th><th>Runs</th><th>Requirement</th><th>Since when, and how often</th></tr></thead><tbody>${trends.map(renderRow).join('')}</tbody></table>`,
  );
}

function renderRow(trend: Trend): string {
  const { kind, id, outcomes } = trend;
  const bars = [...outcomes].map((letter) => BARS[letter] ?? NO_BAR);
  const said = describeTrend(trend);
  return `<tr><td>${kind}</td><td>${draw(bars, `${id}: ${said}`)}</td><td><code>${text(id)}</code></td><td>${text(said)}</td></tr>`;
}

/** One bar for each run, as high as its share of the most violated requirements of a run. */
function drawFailures({ runs }: History): string {
  const counts = runs.map(({ failed, warned }) => failed + warned);
  const most = Math.max(1, ...counts);
  const bars = runs.map(
    ({ failed }, run) => [Math.max(0.08, (counts[run] ?? 0) / most), failed > 0 ? 'bad' : 'warn'] as const,
  );
  return draw(bars, `violated requirements by run: ${counts.join(', ')}`);
}

function draw(bars: readonly Bar[], label: string): string {
  const marks = bars.map(([share, colour], run) => {
    const height = Math.round(share * HEIGHT);
    return `<rect class="${colour}" x="${run * BAR}" y="${HEIGHT - height}" width="${BAR - 1}" height="${height}"/>`;
  });
  const width = Math.max(1, bars.length * BAR);
  return `<svg class="spark" role="img" aria-label="${text(label, 1000)}" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}">${marks.join('')}</svg>`;
}
