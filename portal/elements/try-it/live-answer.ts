import { EventStreamReader } from '../../../src/event-stream/index.ts';
import { element } from '../element.ts';
import { TimelineView } from '../player/timeline-view.ts';
import type { AnswerHead } from './exchange.ts';
import { InteractionPanel, readInteraction, type SendAnswer } from './interaction-panel.ts';

/** Maximum number of events of a live stream that are shown. */
const MOST_EVENTS = 5000;
/** Maximum length of a response shown, in characters. */
const LONGEST_BODY = 100_000;

/** What the page does while a response arrives. */
export interface LiveListener {
  /** Answers a question of the turn. */
  readonly send: SendAnswer;
  /** Called when the questions that wait for an answer have changed. */
  onQuestions(open: readonly string[]): void;
}

/** Shows the response to one request while it arrives: its questions above its timeline, then its headers. */
export class LiveAnswer {
  readonly root = element('div');
  readonly #questions = element('div', { class: 'questions' });
  readonly #headers = element('details', { hidden: '' }, element('summary', {}, 'Response headers'));
  readonly #listener: LiveListener;
  readonly #timeScale: number;
  readonly #reader = new EventStreamReader();
  readonly #panels: InteractionPanel[] = [];
  #view: TimelineView | undefined;
  #first: number | undefined;
  status = '';

  constructor(timeScale: number, listener: LiveListener) {
    this.#timeScale = timeScale;
    this.#listener = listener;
    this.root.append(this.#questions, this.#headers);
  }

  onHead({ status, contentType, headers }: AnswerHead): void {
    this.status = `HTTP ${status}`;
    this.#headers.hidden = false;
    this.#headers.append(
      element('pre', { tabindex: '0' }, headers.map(([name, value]) => `${name}: ${value}`).join('\n')),
      element('p', {}, 'Another server decides which of its headers a page can see.'),
    );
    if (!contentType.includes('text/event-stream')) return;
    const view = new TimelineView('h3', (index) => view.select(index));
    view.show([], new Map(), this.#timeScale);
    this.#view = view;
    this.#headers.before(view.root);
  }

  onChunk(bytes: Uint8Array, at: number): void {
    const view = this.#view;
    if (!view) return;
    this.#reader.push(bytes);
    for (let event = this.#reader.next(); event; event = this.#reader.next()) {
      if (view.length >= MOST_EVENTS) continue;
      this.#first ??= at;
      view.append({ index: view.length, type: event.type, data: event.data, at: at - this.#first });
      if (event.type === 'message.action_required') this.#ask(event.data);
    }
  }

  finish(body: string): void {
    for (const panel of this.#panels) panel.close();
    if (this.#view) return;
    this.#headers.before(
      element(
        'pre',
        { class: 'data', role: 'group', tabindex: '0', 'aria-label': 'The answer' },
        pretty(body).slice(0, LONGEST_BODY),
      ),
    );
  }

  #ask(data: string): void {
    const interaction = readInteraction(data);
    if (!interaction) return;
    const tell = () =>
      this.#listener.onQuestions(this.#panels.filter(({ isOpen }) => isOpen).map(({ question }) => question));
    const panel = new InteractionPanel(interaction, this.#listener.send, this.#timeScale, tell);
    this.#panels.push(panel);
    this.#questions.append(panel.root);
    tell();
    // There is little time, and the question may be outside the visible part of the page.
    panel.root.scrollIntoView({ block: 'nearest' });
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
