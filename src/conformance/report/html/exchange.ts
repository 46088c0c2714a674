import type { ExchangeReport, Moment } from '../exchange-report.ts';
import { type Anchors, checkName } from './links.ts';
import { block, details, text } from './text.ts';
import { renderTimeline, renderViolated } from './timeline.ts';

export interface ExchangeFacts {
  /** The violated requirements by the number of the event; `undefined` stands for the exchange as a whole. */
  readonly marked: ReadonlyMap<number | undefined, readonly string[]>;
  readonly timeScale: number;
  readonly anchors: Anchors;
  readonly docs: string | undefined;
  /** Whether the table of events is initially open. */
  readonly isOpen: boolean;
}

/** Renders an exchange of a live run: its course over time, and what was sent and received. */
export function renderExchange(exchange: ExchangeReport, facts: ExchangeFacts): string {
  const { exchange: number, check, request, response, problem, end, actor, curl } = exchange;
  const { anchors, docs } = facts;
  const status = response ? String(response.status) : 'no response';
  return `<article class="exchange" id="${text(anchors.exchange(number))}">
<h4>Exchange ${number}: ${text(`${request.method} ${request.path}`)} <span class="dim">${text(status)}, check ${checkName(docs, check)}</span></h4>
${renderViolated([...facts.marked.values()].flat(), anchors)}${renderCourse(exchange, facts)}
<p class="dim">${text(problem ?? (end === undefined ? 'not ended' : `ended by ${end}`))}</p>
${details('Request', `with the token of ${actor}`, `<pre>${block(renderMessage(`${request.method} ${request.path}`, request.headers, request.body))}</pre><h5>As a command <span class="dim">with the token of ${text(actor)} in CONVERSATION_API_TOKEN</span></h5><pre>${block(curl)}</pre>`)}${
  response
    ? details(
        'Response',
        `${status}, ${response.bytes} bytes`,
        `<pre>${block(renderMessage(status, response.headers, response.body))}</pre>`,
      )
    : ''
}</article>`;
}

/** Renders a stream as a timeline, and the chunks of another body as a table. */
function renderCourse(
  { exchange, timeline, omitted }: ExchangeReport,
  { marked, timeScale, anchors, isOpen }: ExchangeFacts,
): string {
  const events = timeline.flatMap(({ event, at, type = '', text: data }) =>
    event === undefined ? [] : [{ index: event, at, type, data }],
  );
  if (events.length === 0) return renderPieces(timeline, omitted);
  const ofEvents = new Map(
    [...marked].flatMap(([event, ids]) => (event === undefined ? [] : [[event, ids]])),
  );
  return renderTimeline({
    stream: { exchange, events, left: omitted, isTimed: true },
    marked: ofEvents,
    timeScale,
    anchors,
    isOpen,
  });
}

function renderPieces(timeline: readonly Moment[], omitted: number): string {
  if (timeline.length === 0) return '';
  const pieces = timeline.map(({ at, text: size }) => `${text(size)} after ${at} ms`);
  return `<p>${pieces.join(', ')}${omitted > 0 ? ` and ${omitted} more` : ''}</p>`;
}

function renderMessage(line: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [line, ...fields, '', body].join('\n');
}
