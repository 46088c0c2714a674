import { nameEvent } from '../../../src/conformance/judge/name-event.ts';
import {
  durationOf,
  HEIGHT,
  layOut,
  positionOf,
  ROWS,
  WIDTH,
} from '../../../src/conformance/timeline/layout.ts';
import type { TimelineEvent } from '../../../src/conformance/timeline/timeline.ts';
import { drawn, element } from '../element.ts';
import { foldText, replaces } from './fold-text.ts';

/** Maximum length of the text shown, in characters. */
const LONGEST_TEXT = 200_000;

/** Draws a stream, with its text and the selected event. It has no timer of its own: `select` moves the cursor. */
export class TimelineView {
  readonly root: HTMLElement;
  readonly slider: HTMLInputElement;
  readonly #drawing = drawn('svg', { class: 'lanes', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  readonly #cursor = drawn('line', { class: 'cursor', y1: 0 });
  readonly #names = element('div', { class: 'lane-names', 'aria-hidden': 'true' });
  readonly #axis = element('div', { class: 'axis', 'aria-hidden': 'true' });
  readonly #text = element('pre', {
    class: 'answer',
    role: 'group',
    tabindex: '0',
    'aria-label': 'The text so far',
  });
  readonly #title = element('strong');
  readonly #data = element('pre', {
    class: 'data',
    role: 'group',
    tabindex: '0',
    'aria-label': 'The data of the event',
  });
  readonly #notes = element('ul', { class: 'notes' });
  #events: readonly TimelineEvent[] = [];
  #timeScale = 1;
  #marked = new Map<number, readonly string[]>();
  #current = -1;
  #folded = '';
  #foldedAt = -1;

  /** @param heading the level of its headings, one below the heading that it comes after */
  constructor(heading: 'h2' | 'h3', onSelect: (index: number) => void) {
    this.slider = element('input', {
      type: 'range',
      min: '0',
      max: '0',
      value: '0',
      'aria-label': 'Event',
      class: 'position',
    });
    this.slider.addEventListener('input', () => onSelect(Number(this.slider.value)));
    this.#drawing.addEventListener('click', (event) => {
      const box = this.#drawing.getBoundingClientRect();
      onSelect(this.nearest(((event.clientX - box.left) / box.width) * this.#duration));
    });
    for (const lane of ROWS) this.#names.append(element('span', {}, lane));
    this.root = element(
      'div',
      { class: 'timeline' },
      element(
        'div',
        { class: 'chart' },
        this.#names,
        element('div', { class: 'plot' }, this.#drawing, this.#axis, this.slider),
      ),
      element(
        'div',
        { class: 'panes' },
        element('section', {}, element(heading, { class: 'caption' }, 'Text so far'), this.#text),
        element(
          'section',
          {},
          element(heading, { class: 'caption' }, 'Selected: ', this.#title),
          this.#notes,
          this.#data,
        ),
      ),
    );
  }

  get length(): number {
    return this.#events.length;
  }

  get current(): number {
    return this.#current;
  }

  /** Shows a stream. `marked` contains the sentences of the findings, by event. */
  show(
    events: readonly TimelineEvent[],
    marked: ReadonlyMap<number, readonly string[]> = new Map(),
    timeScale = 1,
  ): void {
    this.#events = events;
    this.#timeScale = timeScale;
    this.#marked = new Map(marked);
    this.#foldedAt = -1;
    this.#folded = '';
    this.#current = -1;
    this.slider.max = String(Math.max(0, events.length - 1));
    this.#draw();
    this.select(0);
  }

  /** Adds an event that has just arrived, and shows it. */
  append(event: TimelineEvent): void {
    this.#events = [...this.#events, event];
    this.slider.max = String(this.#events.length - 1);
    this.#draw();
    this.select(this.#events.length - 1);
  }

  /** When an event arrives, in milliseconds. */
  at(index: number): number {
    return this.#events[index]?.at ?? this.#duration;
  }

  /** The last event that arrived by a time. */
  nearest(at: number): number {
    let found = 0;
    for (const [index, event] of this.#events.entries()) if (event.at <= at) found = index;
    return found;
  }

  select(index: number): void {
    const event = this.#events[index];
    this.#current = index;
    this.slider.value = String(index);
    if (!event) {
      this.#text.textContent = '';
      this.#title.textContent = 'none';
      this.#data.textContent = '';
      this.#notes.replaceChildren();
      return;
    }
    const place = `${nameEvent(event)}, at ${secondsOf(event.at)}`;
    this.slider.setAttribute('aria-valuetext', place);
    this.#title.textContent = place;
    const before = replaces(event) ? this.#textAt(index - 1) : '';
    this.#text.replaceChildren(
      ...(before === '' ? [] : [element('del', {}, before), '\n']),
      this.#textAt(index),
    );
    this.#text.scrollTop = this.#text.scrollHeight;
    this.#data.textContent = pretty(event.data);
    this.#notes.replaceChildren(
      ...(replaces(event) ? [element('li', { class: 'note' }, 'It replaces the whole text so far.')] : []),
      ...(this.#marked.get(event.index) ?? []).map((sentence) => element('li', {}, sentence)),
    );
    const x = String(positionOf(event.at, this.#duration));
    this.#cursor.setAttribute('x1', x);
    this.#cursor.setAttribute('x2', x);
  }

  get #duration(): number {
    return durationOf(this.#events);
  }

  /** The text after an event; empty before the first event. */
  #textAt(index: number): string {
    if (index < this.#foldedAt) {
      this.#foldedAt = -1;
      this.#folded = '';
    }
    for (const event of this.#events.slice(this.#foldedAt + 1, index + 1))
      this.#folded = foldText(this.#folded, event).slice(0, LONGEST_TEXT);
    this.#foldedAt = Math.max(this.#foldedAt, index);
    return this.#folded;
  }

  #draw(): void {
    this.#axis.replaceChildren(
      ...[0, 0.25, 0.5, 0.75, 1].map((part) => element('span', {}, secondsOf(part * this.#duration))),
    );
    this.#drawing.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
    this.#cursor.setAttribute('y2', String(HEIGHT));
    const { silences, rules, marks } = layOut(
      this.#events,
      (index) => this.#marked.has(index),
      this.#timeScale,
    );
    this.#drawing.replaceChildren(
      ...silences.map((box) => drawn('rect', { class: 'silence', ...box })),
      ...rules.map((y) => drawn('line', { class: 'rule', x1: 0, x2: WIDTH, y1: y, y2: y })),
      ...marks.map(({ kind, event, x, y, width, height }) =>
        drawn('rect', {
          class: `mark ${kind}${kind === 'text' && replaces(event) ? ' replace' : ''}`,
          x,
          y,
          width,
          height,
          rx: 1.5,
        }),
      ),
      this.#cursor,
    );
  }
}

/** Formats a time of a stream. Short times get more digits than long ones. */
function secondsOf(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
}

function pretty(data: string): string {
  try {
    return JSON.stringify(JSON.parse(data), null, 2);
  } catch {
    return data;
  }
}
