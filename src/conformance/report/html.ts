import { createHash } from 'node:crypto';
import { describeCounts, describePlace, describePlaces, describeVerdict, formatSeconds } from './describe.ts';
import type { ExchangeReport, Moment } from './exchange-report.ts';
import { HTML_STYLE } from './html-style.ts';
import {
  type Report,
  type ReportedFinding,
  type RequirementReport,
  type TargetReport,
  targetsOf,
} from './model.ts';
import { sanitize } from './sanitize.ts';

/** Forbids loading and running anything. The hash allows the one style sheet. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(HTML_STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** Renders the report as one self-contained HTML file, without scripts. The only links are those to the docs portal. Escapes every text of the report. */
export function renderHtml(report: Report): string {
  const targets = targetsOf(report);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(`${report.verdict}: ${targets.map(({ target }) => target).join(', ')}`, 200)}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<main>
<header class="${report.verdict}">
<h1>${text(report.verdict)}</h1>
<p>${text(describeVerdict(report))}</p>
<p class="dim">${text(describeOrigin(report, targets), 2000)}</p>
</header>
${renderKnownFailures(report)}${targets.map(renderTarget).join('\n')}
</main>
</body>
</html>
`;
}

/** The versions that made the report, and when and of what server. */
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

function renderKnownFailures(report: Report): string {
  const known = 'knownFailures' in report ? report.knownFailures : undefined;
  if (!known) return '';
  const rows = (['stale', 'expired', 'known', 'unseen'] as const).flatMap((kind) =>
    known[kind].map(
      ({ id, reason, expires }) =>
        `<tr><td>${kind}</td><td><code>${text(id)}</code></td><td>${text(expires)}</td><td>${text(reason)}</td></tr>`,
    ),
  );
  return details(
    'Known failures',
    `${known.known.length} as listed, ${known.unlisted.length} not listed, ${known.stale.length} stale, ${known.expired.length} expired`,
    `<table><thead><tr><th>Entry</th><th>Requirement</th><th>Expires</th><th>Reason</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  );
}

function renderTarget(target: TargetReport): string {
  const { requirements, incomplete, leftovers = [], timeScale, shard } = target;
  const facts = [
    describeCounts(target.summary),
    ...(timeScale !== undefined && timeScale !== 1 ? [`timers ${timeScale} times faster`] : []),
    ...(shard ? [`shard ${shard.index} of ${shard.count}`] : []),
  ];
  return `<section>
<h2>${text(target.target)} <span class="verdict ${target.verdict}">${text(target.verdict)}</span></h2>
<p>${text(facts.join('; '))}</p>
${renderList('Incomplete', incomplete)}${renderViolations('Failures', requirements, 'failed', target)}${renderViolations('Warnings', requirements, 'warned', target)}${renderList('Not cleaned up', leftovers)}${renderMatrix(requirements)}
</section>`;
}

function renderList(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<h3>${title}</h3>\n<ul>${items.map((item) => `<li>${text(item, 1000)}</li>`).join('')}</ul>\n`;
}

function renderViolations(
  title: string,
  requirements: readonly RequirementReport[],
  status: 'failed' | 'warned',
  { evidence = [] }: TargetReport,
): string {
  const rows = requirements.filter((row) => row.status === status);
  if (rows.length === 0) return '';
  const exchanges = new Map(evidence.map((exchange) => [exchange.exchange, exchange]));
  return `<h3>${title}</h3>\n${rows.map((row) => renderViolation(row, exchanges)).join('\n')}\n`;
}

function renderViolation(
  { id, level, status, text: promise, section, violations, findings }: RequirementReport,
  exchanges: ReadonlyMap<number, ExchangeReport>,
): string {
  const rest = violations - findings.length;
  return `<article class="${status}">
<h4>${linked(id, findings[0]?.docs)} <span class="dim">${text(level)}, section ${text(section)}</span></h4>
<p>${prose(promise)}</p>
${findings.map((finding) => renderFinding(finding, exchanges)).join('\n')}
${rest > 0 ? `<p class="dim">and ${rest} more</p>` : ''}
</article>`;
}

function linked(id: string, docs: string | undefined): string {
  const name = `<code>${text(id)}</code>`;
  return docs !== undefined && /^https?:/.test(docs) ? `<a href="${text(docs, 1000)}">${name}</a>` : name;
}

function renderFinding(finding: ReportedFinding, exchanges: ReadonlyMap<number, ExchangeReport>): string {
  const { exchange: number, expected, actual, hint, again, check, grounds } = finding;
  const exchange = number === undefined ? undefined : exchanges.get(number);
  return `<div class="finding">
<p>${text(describePlace(finding))}${check === undefined ? '' : ` <span class="dim">check ${text(check)}</span>`}</p>
<dl><dt>expected</dt><dd>${text(expected, 1000)}</dd><dt>actual</dt><dd>${text(actual, 1000)}</dd>${
    hint === undefined ? '' : `<dt>hint</dt><dd>${text(hint, 1000)}</dd>`
  }${grounds ? `<dt>relies on</dt><dd>${text(grounds.join('; '), 1000)}</dd>` : ''}</dl>
${again === undefined ? '' : `<pre>${block(again)}</pre>\n`}${exchange ? renderExchange(exchange, finding.event) : ''}
</div>`;
}

function renderExchange(exchange: ExchangeReport, event: number | undefined): string {
  const { request, response, timeline, omitted, problem, end, actor, curl } = exchange;
  const status = response ? String(response.status) : 'no response';
  const parts = [
    `<h5>As a command <span class="dim">with the token of ${text(actor)} in CONVERSATION_API_TOKEN</span></h5><pre>${block(curl)}</pre>`,
    `<h5>Request</h5><pre>${block(renderMessage(`${request.method} ${request.path}`, request.headers, request.body))}</pre>`,
    ...(response
      ? [
          `<h5>Response <span class="dim">${response.bytes} bytes</span></h5><pre>${block(renderMessage(status, response.headers, response.body))}</pre>`,
        ]
      : []),
    `<h5>Timeline</h5>${renderTimeline(timeline, omitted, event)}`,
    `<p class="dim">${text(problem ?? (end === undefined ? 'not ended' : `ended by ${end}`))}</p>`,
  ];
  return details(
    `Exchange ${exchange.exchange}`,
    `${request.method} ${request.path}, ${status}`,
    parts.join('\n'),
  );
}

function renderMessage(line: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [line, ...fields, '', body].join('\n');
}

function renderTimeline(timeline: readonly Moment[], omitted: number, event: number | undefined): string {
  const rows = timeline.map(({ at, event: number, type, text: data }) => {
    const isNamed = number !== undefined && number === event;
    return `<tr${isNamed ? ' class="named"' : ''}><td>${at} ms</td><td>${number === undefined ? '' : number + 1}</td><td>${text(type ?? '')}</td><td><code>${text(data, 500)}</code></td></tr>`;
  });
  const rest = omitted > 0 ? `<p class="dim">${omitted} left out</p>` : '';
  return `<table class="timeline"><tbody>${rows.join('')}</tbody></table>${rest}`;
}

function renderMatrix(requirements: readonly RequirementReport[]): string {
  const sections = [...new Set(requirements.map(({ section }) => section))].sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  const blocks = sections.map((section) => {
    const rows = requirements.filter((row) => row.section === section);
    const counts = new Map<string, number>();
    for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + 1);
    const cells = rows.map(
      ({ id, status }) => `<i class="${text(status)}" title="${text(`${id}: ${status}`)}"></i>`,
    );
    return `<details class="section"><summary><b>${text(section)}</b> <span class="cells">${cells.join('')}</span> <span class="dim">${text([...counts].map(([status, count]) => `${count} ${status}`).join(', '))}</span></summary>
<table><tbody>${rows.map(renderRow).join('')}</tbody></table></details>`;
  });
  return `<h3>Requirements by section</h3>\n${blocks.join('\n')}`;
}

function renderRow({ id, level, status, text: promise, reason, places }: RequirementReport): string {
  const notes = [...(reason === undefined ? [] : [reason]), ...(places ? [describePlaces(places)] : [])];
  const why = notes.length === 0 ? '' : ` <span class="dim">${text(notes.join('; '), 2000)}</span>`;
  return `<tr><td><i class="${text(status)}"></i> ${text(status)}</td><td>${text(level)}</td><td><code>${text(id)}</code></td><td>${prose(promise)}${why}</td></tr>`;
}

function details(title: string, summary: string, content: string): string {
  return `<details><summary><b>${text(title)}</b> ${text(summary)}</summary>\n${content}\n</details>\n`;
}

/** Escapes one line of text for an element, or for an attribute in double quotes. */
function text(value: string, longest?: number): string {
  return escapeMarkup(sanitize(value, longest));
}

/** Escapes a sentence in which back-ticks mark code. */
function prose(value: string): string {
  return text(value, 2000).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** Escapes several lines of text for a `pre`. */
function block(value: string): string {
  return value
    .split('\n')
    .map((line) => escapeMarkup(sanitize(line, Number.POSITIVE_INFINITY)))
    .join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeMarkup(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
