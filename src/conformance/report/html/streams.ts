import type { StreamTimeline } from '../../timeline/timeline.ts';
import { count } from '../describe.ts';
import type { TargetReport } from '../model.ts';
import { type ExchangeFacts, renderExchange } from './exchange.ts';
import type { Anchors } from './links.ts';
import { text } from './text.ts';
import { renderTimeline, renderViolated } from './timeline.ts';

/** The first streams list their events openly. The events of the others can be expanded. */
const OPEN = 3;

/** The streams of a recorded input. */
export interface InputStreams {
  readonly streams: readonly StreamTimeline[];
  /** Number of omitted streams. */
  readonly left: number;
  /** How many times faster than real time the server's timers ran. */
  readonly timeScale: number;
  /** Why streams are missing. */
  readonly lack?: string;
}

type Marked = ReadonlyMap<number | undefined, ReadonlyMap<number | undefined, readonly string[]>>;

/** The violated requirements by exchange and event. */
export function markFindings({ requirements }: Pick<TargetReport, 'requirements'>): Marked {
  const marked = new Map<number | undefined, Map<number | undefined, string[]>>();
  for (const { id, findings } of requirements) {
    for (const { exchange, event } of findings) {
      const events = marked.get(exchange) ?? new Map<number | undefined, string[]>();
      marked.set(exchange, events);
      const ids = events.get(event) ?? [];
      events.set(event, ids);
      if (!ids.includes(id)) ids.push(id);
    }
  }
  return marked;
}

/** Renders the streams of a recording as timelines. */
export function renderStreams(
  { streams, left, timeScale, lack }: InputStreams,
  marked: Marked,
  anchors: Anchors,
): string {
  const articles = streams.map((stream, index) => {
    const findings = marked.get(stream.exchange) ?? new Map<number | undefined, readonly string[]>();
    return `<article class="exchange" id="${text(anchors.exchange(stream.exchange))}">
<h4>${text(stream.label)}</h4>
${renderViolated([...findings.values()].flat(), anchors)}${renderTimeline({ stream, marked: eventsOf(findings), timeScale, anchors, isOpen: index < OPEN })}
</article>`;
  });
  const notes = [
    ...(lack === undefined ? [] : [lack]),
    ...(left > 0 ? [`${count(left, 'stream')} left out`] : []),
  ];
  if (articles.length === 0 && notes.length === 0) return '';
  return `<section><h3>Streams</h3>
${articles.join('\n')}
${notes.length === 0 ? '' : `<p class="dim">${text(notes.join('; '))}</p>`}
</section>\n`;
}

/** Renders the exchanges of a live run that findings name. */
export function renderExchanges(
  { evidence = [] }: TargetReport,
  marked: Marked,
  facts: Omit<ExchangeFacts, 'marked' | 'isOpen'>,
): string {
  if (evidence.length === 0) return '';
  const articles = evidence.map((exchange, index) =>
    renderExchange(exchange, {
      ...facts,
      marked: marked.get(exchange.exchange) ?? new Map(),
      isOpen: index < OPEN,
    }),
  );
  return `<section><h3>Exchanges</h3>\n${articles.join('\n')}\n</section>\n`;
}

function eventsOf(
  marked: ReadonlyMap<number | undefined, readonly string[]>,
): ReadonlyMap<number, readonly string[]> {
  return new Map([...marked].flatMap(([event, ids]) => (event === undefined ? [] : [[event, ids]])));
}
