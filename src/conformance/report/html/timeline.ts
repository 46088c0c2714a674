import { numberOf } from '../../judge/name-event.ts';
import { SILENCE } from '../../judge/timing.ts';
import { durationOf, HEIGHT, type Layout, layOut, ROWS, WIDTH } from '../../timeline/layout.ts';
import type { StreamTimeline, TimelineEvent } from '../../timeline/timeline.ts';
import { count, formatSeconds } from '../describe.ts';
import { type EventRow, type EventTable, gatherRows } from '../event-rows.ts';
import { type Anchors, linkWithin } from './links.ts';
import { text } from './text.ts';

/** The most characters of an event's data that the page shows. */
const LONGEST_DATA = 400;
/** The most events that a sentence names. */
const MOST_NAMED = 20;

export interface TimelineFacts {
  readonly stream: Omit<StreamTimeline, 'label'>;
  /** The violated requirements, by the number of the event. */
  readonly marked: ReadonlyMap<number, readonly string[]>;
  readonly timeScale: number;
  readonly anchors: Anchors;
  /** Whether the table of events is initially open. */
  readonly isOpen: boolean;
}

/** Lists the requirements that an event or a whole exchange violates. */
export function renderViolated(ids: Iterable<string>, anchors: Anchors): string {
  const links = [...new Set(ids)].map((id) =>
    linkWithin(anchors.requirement(id), `<code>${text(id)}</code>`),
  );
  return links.length === 0 ? '' : `<p>violates ${links.join(', ')}</p>\n`;
}

/** Draws a stream: lanes with a mark for each event, a legend of what is visible, and a table of the events. Needs no script. */
export function renderTimeline(facts: TimelineFacts): string {
  const { stream, marked, timeScale } = facts;
  const { events, isTimed } = stream;
  if (events.length === 0) return '<p class="dim">no event</p>';
  const layout = layOut(events, (index) => marked.has(index), timeScale);
  const table = gatherRows(events, (index) => marked.has(index));
  const end = isTimed ? formatSeconds(durationOf(events)) : 'end';
  return `<div class="chart"><div class="lane-names" aria-hidden="true">${ROWS.map((row) => `<span>${row}</span>`).join('')}</div>
${draw(layout)}
<div class="axis" aria-hidden="true"><span>${isTimed ? '0 s' : 'start'}</span><span>${end}</span></div></div>
<p>${describe(facts, layout, table)}</p>
${renderEvents(facts, table)}`;
}

/** One path for all marks of the same kind, since a page can have many marks. */
function draw({ silences, gaps, rules, marks }: Layout): string {
  const box = (name: string) => (shape: { x: number; width: number }) =>
    `<rect class="${name}" x="${round(shape.x)}" y="0" width="${round(shape.width)}" height="${HEIGHT}"/>`;
  const kinds = [...new Set(marks.map(({ kind }) => kind))];
  return `<svg class="lanes" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${[
    ...silences.map(box('silence')),
    ...gaps.map(box('gap')),
    ...rules.map((y) => `<line class="rule" x1="0" x2="${WIDTH}" y1="${y}" y2="${y}"/>`),
    ...kinds.map((kind) => {
      const path = marks
        .filter((mark) => mark.kind === kind)
        .map(({ x, y, width, height }) => `M${round(x)} ${y}h${width}v${height}h-${width}z`);
      return `<path class="mark ${kind === 'finding' ? 'error' : kind}" d="${path.join('')}"/>`;
    }),
  ].join('')}</svg>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function describe(
  { stream, marked, timeScale, anchors }: TimelineFacts,
  { silences }: Layout,
  { rows }: EventTable,
): string {
  const { events, isTimed, left, exchange } = stream;
  const total = events.length + left;
  const shown = new Set(rows.map(({ first }) => first.index));
  const named = [...marked.keys()].sort((a, b) => a - b);
  const links = named
    .slice(0, MOST_NAMED)
    .map((index) =>
      shown.has(index)
        ? linkWithin(anchors.event(exchange, index), String(numberOf(index)))
        : String(numberOf(index)),
    );
  const rest = named.length - links.length;
  return [
    isTimed
      ? `${count(total, 'event')} in ${formatSeconds(durationOf(events))}`
      : `${count(total, 'event')}, without times: evenly spaced`,
    ...(left > 0 ? [`${left} of them left out, where the drawing is grey`] : []),
    ...(isTimed && silences.length > 0
      ? [
          `${count(silences.length, 'silence')} of ${SILENCE / 1000} s or more${timeScale === 1 ? '' : ' by the clock of the server'}, shaded`,
        ]
      : []),
    ...(links.length > 0
      ? [
          `findings at ${named.length === 1 ? 'event' : 'events'} ${links.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
        ]
      : ['no finding names an event']),
  ].join('; ');
}

function renderEvents(facts: TimelineFacts, { rows, left }: EventTable): string {
  const rest = left > 0 ? `<p class="dim">${count(left, 'event')} in this table left out</p>` : '';
  return `<details${facts.isOpen ? ' open' : ''}><summary><b>Events</b></summary>
<table class="events"><tbody>${rows.map((row) => renderRow(row, facts)).join('\n')}</tbody></table>${rest}
</details>`;
}

function renderRow({ first, last }: EventRow, { stream, marked, anchors }: TimelineFacts): string {
  const requirements = marked.get(first.index) ?? [];
  const links = requirements.map((id) => linkWithin(anchors.requirement(id), `<code>${text(id)}</code>`));
  const attributes =
    requirements.length > 0 ? ` class="named" id="${anchors.event(stream.exchange, first.index)}"` : '';
  return `<tr${attributes}><td class="number">${numbersOf(first, last)}</td>${stream.isTimed ? `<td class="at">${timeOf(first)}</td>` : ''}<td class="name">${text(first.type || '(no name)', 200)}</td><td><code>${text(first.data, LONGEST_DATA)}</code>${
    last === first ? '' : ` <span class="dim">… ${text(last.data, LONGEST_DATA)}</span>`
  }${links.length > 0 ? `<br>violates ${links.join(', ')}` : ''}</td></tr>`;
}

function timeOf({ at }: TimelineEvent): string {
  return `${(at / 1000).toFixed(3)} s`;
}

function numbersOf(first: TimelineEvent, last: TimelineEvent): string {
  return [...new Set([first, last])].map(({ index }) => numberOf(index)).join('–');
}
