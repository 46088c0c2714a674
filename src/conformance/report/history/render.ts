import { readVersion } from '../../generated.ts';
import { count } from '../describe.ts';
import { type Paint, type Style, unpainted } from '../paint.ts';
import { sanitize } from '../sanitize.ts';
import type { History } from './history.ts';
import { findTrends, summariseHistory, type Trend, type TrendKind } from './trends.ts';

const TITLES: Readonly<Record<TrendKind, { readonly title: string; readonly style: Style }>> = {
  new: { title: 'New', style: 'red' },
  failing: { title: 'Failing', style: 'red' },
  flaky: { title: 'Flaky', style: 'yellow' },
  mended: { title: 'Mended', style: 'green' },
};

/** The bar of each outcome: failed, warned, passed, not judged. */
const BARS: Readonly<Record<string, string>> = { f: '█', w: '▄', p: '▁', '.': '·' };
/** Runs that the text shows. */
const SHOWN_RUNS = 30;

/** Renders a history as text: what got worse or better, since when and how often, with a bar for each run. */
export function renderHistory(
  history: History,
  { paint = unpainted }: { readonly paint?: Paint } = {},
): string {
  const trends = findTrends(history);
  const width = Math.max(0, ...trends.map(({ id }) => sanitize(id).length));
  const blocks = Map.groupBy(trends, ({ kind }) => kind);
  const lines = [...blocks].flatMap(([kind, those]) => [
    '',
    paint('bold', `${TITLES[kind].title}: ${count(those.length, 'requirement')}`),
    ...those.map(
      (trend) =>
        `  ${paint(TITLES[kind].style, barsOf(trend.outcomes))}  ${sanitize(trend.id).padEnd(width)}  ${sanitize(describeTrend(trend))}`,
    ),
  ]);
  return `${[paint('bold', describeRuns(history)), ...lines, '', summariseHistory(history)].join('\n')}\n`;
}

function barsOf(outcomes: string): string {
  return [...outcomes.slice(-SHOWN_RUNS)].map((letter) => BARS[letter]).join('');
}

/** How many runs a history has, against which server or client, and when. */
export function describeRuns({ runs }: History): string {
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return '0 runs';
  const others = new Set(runs.map(({ target }) => target)).size - 1;
  const more = others > 0 ? ` and ${count(others, 'other target')}` : '';
  return `${count(runs.length, 'run')} against ${sanitize(last.target)}${more}, ${dayOf(first.started)} to ${dayOf(last.started)}`;
}

/** Since when a requirement is violated or met, and how often it was violated. */
export function describeTrend({ kind, since, isOlder, violated, judged, isWorse, instead }: Trend): string {
  const often = `violated in ${violated} of ${count(judged, 'run')}`;
  const begin = `${dayOf(since)}${isOlder ? ' or before' : ''}`;
  const text = {
    new: `new in the last run; met in ${judged - 1} before`,
    failing: `${often}, since ${begin}`,
    flaky: `${often}, first on ${begin}`,
    mended: `met since ${begin}; ${often}`,
  }[kind];
  const rising = isWorse && kind !== 'new' ? '; more often than before' : '';
  return `${text}${rising}${instead === undefined ? '' : `; the requirement is now ${instead}`}`;
}

/** A history with its trends, in the format of spec/formats/history-report.schema.json. */
export function reportHistory(history: History) {
  const tool = { name: 'conversation-api', version: readVersion() };
  return { tool, mode: 'history', runs: history.runs, requirements: findTrends(history) };
}

/** `2026-12-31T02:00:00Z` becomes `2026-12-31`. */
function dayOf(time: string): string {
  return time.slice(0, 10);
}
