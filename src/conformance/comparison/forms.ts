import { drawBadge } from '../report/badge.ts';
import { annotate } from '../report/github.ts';
import { framePage } from '../report/html/frame.ts';
import { HTML_STYLE } from '../report/html/style.ts';
import { text } from '../report/html/text.ts';
import { escapeXml } from '../report/sanitize.ts';
import { describeDifference, describeServer, summarise, TITLES } from './render.ts';
import { type ComparisonReport, KINDS, type ReportedDifference } from './report.ts';

/** GitHub shows at most this many annotations of a kind per step. */
const MOST_ANNOTATIONS = 10;

/** Renders a comparison as one self-contained HTML page without scripts. */
export function renderComparisonHtml(report: ComparisonReport): string {
  const sections = KINDS.flatMap((kind) => {
    const those = report.differences.filter((difference) => difference.kind === kind);
    if (those.length === 0) return [];
    const articles = those.map(
      (difference) =>
        `<article><h3><code>${text(nameOf(difference), 400)}</code></h3><pre>${linesOf(difference)
          .map((line) => text(line, 600))
          .join('\n')}</pre></article>`,
    );
    return [`<h2>${TITLES[kind].title}: ${those.length}</h2>`, ...articles];
  });
  return framePage(
    summarise(report),
    HTML_STYLE,
    `<header class="${report.differences.length > 0 ? 'nonconformant' : 'conformant'}">
<h1>${text(summarise(report), 400)}</h1>
${report.servers.map((server, index) => `<p>${text(describeServer(server, index), 1000)}</p>`).join('\n')}
</header>
${sections.join('\n')}`,
  );
}

/** Renders a comparison as JUnit XML, with a failed case for each difference. A run that did not reach its end is an error. */
export function renderComparisonJunit(report: ComparisonReport): string {
  const failed = report.differences.map(
    (difference) =>
      `    <testcase classname="${difference.kind}" name="${escapeXml(nameOf(difference))}"><failure message="${TITLES[difference.kind].title}">${escapeXml(detailsOf(difference))}</failure></testcase>`,
  );
  const broken = report.servers.flatMap(({ target, incomplete }) =>
    incomplete.length === 0
      ? []
      : `    <testcase classname="incomplete" name="${escapeXml(target)}"><error message="${escapeXml(incomplete.join('; '))}"/></testcase>`,
  );
  const cases = [...failed, ...broken];
  const whole = cases.length > 0 ? cases : ['    <testcase classname="comparison" name="no difference"/>'];
  const counts = `tests="${whole.length}" failures="${failed.length}" errors="${broken.length}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(summarise(report))}" ${counts}>`,
    `  <testsuite name="${escapeXml(report.servers.map((server, index) => describeServer(server, index)).join('; '))}" ${counts}>`,
    ...whole,
    '  </testsuite>',
    '</testsuites>\n',
  ].join('\n');
}

/** Renders a comparison as annotations of GitHub: an error for each violation, and a warning for each other difference. */
export function renderComparisonGithub(report: ComparisonReport): string {
  const of = (kind: 'error' | 'warning', those: readonly ReportedDifference[]) =>
    those
      .slice(0, MOST_ANNOTATIONS - 1)
      .map((difference) => annotate(kind, nameOf(difference), detailsOf(difference)));
  const { violation = [], other = [] } = Object.groupBy(report.differences, ({ kind }) =>
    kind === 'violation' ? kind : 'other',
  );
  const kind = report.differences.length > 0 ? 'error' : 'notice';
  const servers = report.servers.map((server, index) => describeServer(server, index)).join('\n');
  return [
    annotate(kind, 'Comparison', `${summarise(report)}\n${servers}`),
    ...of('error', violation),
    ...of('warning', other),
    '',
  ].join('\n');
}

/** Renders the number of differences as a small SVG image. */
export function renderComparisonBadge(report: ComparisonReport): string {
  const [result = ''] = summarise(report).split(';');
  return drawBadge(result, report.differences.length > 0 ? 'nonconformant' : 'conformant');
}

function nameOf({ operation, place }: ReportedDifference): string {
  return `${operation} ${place}`;
}

function detailsOf(difference: ReportedDifference): string {
  return linesOf(difference).join('\n');
}

/** Both sides, what explains them, and how to see it again. */
function linesOf(difference: ReportedDifference): readonly string[] {
  const [, ...lines] = describeDifference(difference);
  return lines.map((line) => line.trim());
}
