import { loadRows } from '../../registry/registry.ts';
import { nameEntry } from '../../verdict/known-failures.ts';
import { describeCounts, describePlace, describeVerdict, formatSeconds } from '../describe.ts';
import { describeFound } from '../exploration.ts';
import { FIGURES_TITLE, listFigures } from '../figures.ts';
import { groupIncomplete } from '../group-incomplete.ts';
import { knownFailuresOf, type Report, type TargetReport, targetsOf } from '../model.ts';
import { groupNotJudged } from '../not-judged.ts';
import { remarksOf } from '../rounds.ts';
import { makeFilter } from './filter.ts';
import { renderViolations } from './findings.ts';
import { framePage } from './frame.ts';
import { Anchors } from './links.ts';
import { renderReadings } from './readings.ts';
import { renderRequirements } from './requirements.ts';
import { type InputStreams, markFindings, renderExchanges, renderStreams } from './streams.ts';
import { HTML_STYLE } from './style.ts';
import { details, text } from './text.ts';

/** The most reasons shown why requirements were not judged. The rows show all of them. */
const SHOWN_REASONS = 10;

/**
 * Renders the report as one self-contained HTML file without scripts. All links lead to places in the page or to the docs portal. Every
 * text of the report is escaped.
 *
 * @param streams the streams of recordings, by the name of the input. A live run has its exchanges in the report.
 */
export function renderHtml(report: Report, streams: ReadonlyMap<string, InputStreams> = new Map()): string {
  const targets = targetsOf(report);
  const filter = makeFilter(targets.flatMap(({ requirements }) => requirements));
  const style = `${HTML_STYLE}${filter.style}\n`;
  return framePage(
    `${report.verdict}: ${targets.map(({ target }) => target).join(', ')}`,
    style,
    `<header class="${report.verdict}">
<h1>${text(report.verdict)}</h1>
<p>${text(describeVerdict(report))}</p>
<p class="dim">${text(describeOrigin(report, targets), 2000)}</p>
</header>
${renderKnownFailures(report)}${filter.controls}
${targets.map((target, index) => renderTarget(target, { report, index, streams })).join('\n')}`,
  );
}

/** The versions that produced the report, when it was made, and for which server. */
function describeOrigin({ tool, contract }: Report, [first]: readonly TargetReport[]): string {
  const { started, duration, server } = first ?? {};
  return [
    `${tool.name} ${tool.version}`,
    `contract ${contract}`,
    ...(started === undefined ? [] : [`started ${started}`]),
    ...(duration === undefined ? [] : [`took ${formatSeconds(duration)}`]),
    ...(server === undefined ? [] : [`server ${server}`]),
  ].join(', ');
}

const KINDS_OF_ENTRIES = {
  stale: 'stale',
  expired: 'expired',
  frequent: 'too often',
  known: 'known',
  quiet: 'flaky, met',
  unseen: 'unseen',
} as const;

function renderKnownFailures(report: Report): string {
  const known = knownFailuresOf(report);
  if (!known) return '';
  const rows = (['stale', 'expired', 'frequent', 'known', 'quiet', 'unseen'] as const).flatMap((kind) =>
    (known[kind] ?? []).map(
      (entry) =>
        `<tr><td>${KINDS_OF_ENTRIES[kind]}</td><td><code>${text(nameEntry(entry))}</code></td><td>${text(entry.expires)}</td><td>${text(entry.reason)}</td></tr>`,
    ),
  );
  return details(
    'Known failures',
    `${known.known.length} as listed, ${known.unlisted.length} not listed, ${known.stale.length} stale, ${known.expired.length} expired`,
    `<table><thead><tr><th>Entry</th><th>Requirement</th><th>Expires</th><th>Reason</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  );
}

interface Place {
  readonly report: Report;
  readonly index: number;
  readonly streams: ReadonlyMap<string, InputStreams>;
}

function renderTarget(target: TargetReport, { report: { docs }, index, streams }: Place): string {
  const {
    requirements,
    checks = [],
    incomplete,
    damage = [],
    leftovers = [],
    timeScale = 1,
    shard,
    evidence = [],
  } = target;
  const anchors = new Anchors(index);
  const marked = markFindings(target);
  const own = streams.get(target.target);
  const shown = new Set<number | undefined>(
    [...(own?.streams ?? []), ...evidence].map(({ exchange }) => exchange),
  );
  const facts = { anchors, docs, isShown: (exchange: number | undefined) => shown.has(exchange) };
  const violated = (status: 'failed' | 'warned') => requirements.filter((row) => row.status === status);
  const counts = [
    describeCounts(target.summary),
    ...(timeScale === 1 ? [] : [`timers ${timeScale} times faster`]),
    ...(shard ? [`shard ${shard.index} of ${shard.count}`] : []),
  ];
  return `<section>
<h2>${text(target.target)} <span class="verdict ${target.verdict}">${text(target.verdict)}</span></h2>
<p>${text(counts.join('; '))}</p>
${renderList(
  'Likely causes',
  damage.map(({ text: said, ...place }) => `${describePlace({ file: target.target, ...place })}: ${said}`),
)}${renderList('Remarks', remarksOf(target))}${renderViolations('Failures', violated('failed'), checks, facts)}${renderViolations('Warnings', violated('warned'), checks, facts)}${renderSequences(target)}${renderList('Incomplete', groupIncomplete(incomplete))}${own ? renderStreams(own, marked, anchors) : ''}${renderExchanges(target, marked, { anchors, docs, timeScale })}${renderNotJudged(target)}${renderReadings(target.readings)}${renderList(
  FIGURES_TITLE,
  listFigures(target.figures).map(([name, words]) => `${name}: ${words}`),
)}${renderList('Not cleaned up', leftovers)}${renderRequirements(requirements, { anchors, docs, sections: loadRows().sections })}
</section>`;
}

/** Lists what is needed to judge more requirements, the most useful first. */
function renderNotJudged(target: TargetReport): string {
  const groups = groupNotJudged([target]);
  const shown = groups
    .slice(0, SHOWN_REASONS)
    .map(({ remedy, reason, ids }) =>
      remedy === undefined ? `${reason} (${ids.length})` : `${remedy} would judge ${ids.length} more`,
    );
  const rest = groups.length - shown.length;
  return renderList('Not judged', [...shown, ...(rest > 0 ? [`${rest} other reasons`] : [])]);
}

/** The shortest steps that showed a violation. */
function renderSequences({ exploration }: TargetReport): string {
  return (exploration?.found ?? [])
    .map((found) => renderList(`Shortest sequence: ${text(describeFound(found))}`, found.words))
    .join('');
}

/** @param title HTML */
function renderList(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<h3>${title}</h3>\n<ul>${items.map((item) => `<li>${text(item, 1000)}</li>`).join('')}</ul>\n`;
}
