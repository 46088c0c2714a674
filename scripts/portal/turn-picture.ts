import { EventStreamReader, type SseEvent } from '../../src/event-stream/index.ts';
import { escapeHtml } from './markdown.ts';

const WIDTH = 480;
const ROW = 40;
const BAR = { top: 20, height: 10 };

/** A part of a turn: the events from one index to another. */
interface Span {
  readonly kind: 'turn' | 'steps' | 'interactions' | 'text';
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

/**
 * A drawing of a turn as a timeline: the turn, and below it a row for each of its steps, for its question and for its text. An event is as
 * wide as any other, since an example has no times of arrival.
 *
 * @param stream the bytes of a stream, as text
 */
export function drawTurn(stream: string): string {
  const events = readEvents(stream);
  const spans = spansOf(events);
  const unit = WIDTH / events.length;
  const height = spans.length * ROW;
  const label = `A turn as a timeline: ${spans.map((span) => span.label).join('; ')}`;
  return [
    `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(label)}">`,
    ...spans.map((span, row) => drawSpan(span, row * ROW, unit)),
    '</svg>',
  ].join('\n');
}

/** The label of a part that begins late ends with the part, so that it fits. */
function drawSpan({ kind, label, from, to }: Span, y: number, unit: number): string {
  const [x, end] = [from * unit, (to + 1) * unit];
  const place = x > WIDTH / 2 ? `x="${end}" text-anchor="end"` : `x="${x}"`;
  return `<text ${place} y="${y + BAR.top - 6}">${escapeHtml(label)}</text><rect class="${kind}" x="${x}" y="${y + BAR.top}" width="${end - x}" height="${BAR.height}" rx="${BAR.height / 2}"/>`;
}

interface Parsed {
  readonly type: string;
  readonly data: {
    readonly steps?: readonly { readonly key: string; readonly label: string }[];
    readonly kind?: string;
    readonly text?: string;
  };
}

function readEvents(stream: string): readonly Parsed[] {
  const reader = new EventStreamReader();
  reader.push(new TextEncoder().encode(stream));
  const read: SseEvent[] = [];
  for (let event = reader.next(); event; event = reader.next()) read.push(event);
  return read.map(({ type, data }) => ({ type, data: JSON.parse(data) }));
}

function spansOf(events: readonly Parsed[]): readonly Span[] {
  const ends = [events.at(0), events.at(-1)].map((event) => event?.type ?? '');
  // The last event repeats the steps.
  const named = events
    .slice(0, -1)
    .flatMap((event, index) => namesOf(event).map((name) => ({ ...name, index })));
  const inner = Map.groupBy(named, ({ key }) => key);
  return [
    { kind: 'turn', label: ends.join(' … '), from: 0, to: events.length - 1 },
    ...Array.from(inner.values(), (parts): Span => {
      const { kind, label, index } = parts[0] as (typeof parts)[number];
      return { kind, label, from: index, to: parts.at(-1)?.index ?? index };
    }),
  ];
}

/** What an event belongs to. Events with the same key are one part of the turn. */
function namesOf({ data }: Parsed): readonly (Pick<Span, 'kind' | 'label'> & { readonly key: string })[] {
  if (data.kind !== undefined)
    return [{ kind: 'interactions', key: 'question', label: `${data.kind}: waits for your answer` }];
  if (data.text !== undefined) return [{ kind: 'text', key: 'text', label: `“${data.text.trim()} …”` }];
  return (data.steps ?? []).map(({ key, label }) => ({ kind: 'steps', key, label }));
}
