import { requirementPage } from '../../../src/conformance/report/docs-links.ts';
import { placeInFile } from '../../../src/conformance/report/place-in-file.ts';
import { element, root } from '../element.ts';
import { askJudge } from './ask-judge.ts';
import type { Judged, ShownFinding } from './judged.ts';
import { readFile, readPasted } from './read-file.ts';
import { readEvents } from './shown-events.ts';
import { TimelineView } from './timeline-view.ts';

interface ListedStream {
  readonly name: string;
  readonly mode: 'manual' | 'auto';
}

const SPEEDS = ['0.5', '1', '2', '5', '20'] as const;
/** Maximum number of findings listed. A file with more has the same fault many times. */
const MOST_LISTED = 500;
/** Between two events, the player never waits longer than this, in milliseconds. */
const LONGEST_PAUSE = 3000;

/**
 * `<stream-player data-streams="[…]">`: plays the streams of the contract and the reader's own recordings, and shows what the judge finds
 * in them. A recording never leaves the page.
 */
export class StreamPlayer extends HTMLElement {
  readonly #view = new TimelineView('h2', (index) => this.#goTo(index));
  readonly #play = element('button', { type: 'button', class: 'primary' }, 'Play');
  readonly #speed = element(
    'select',
    { 'aria-label': 'Speed' },
    ...SPEEDS.map((speed) => element('option', { value: speed }, `${speed}×`)),
  );
  readonly #choice = element('select', { 'aria-label': 'Stream' });
  readonly #exchange = element('select', { 'aria-label': 'Stream of the recording', hidden: '' });
  readonly #file = element('input', { type: 'file', 'aria-label': 'Open a recording' });
  readonly #paste = element('textarea', {
    rows: '6',
    'aria-label': 'The recording as text',
    spellcheck: 'false',
  });
  readonly #status = element('p', { class: 'status', role: 'status' });
  readonly #findings = element('ol', { class: 'findings' });
  #judged: Judged | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the latest request, so that a slow result does not replace a later one. */
  #shown = 0;
  /** Whether the reader has used the player. The judge is loaded only then. */
  #isUsed = false;

  connectedCallback(): void {
    const streams = JSON.parse(this.dataset.streams ?? '[]') as readonly ListedStream[];
    this.#speed.value = '1';
    for (const { name } of streams) this.#choice.append(element('option', { value: name }, name));
    this.#choice.addEventListener('change', () => this.#load(streams));
    for (const use of ['pointerdown', 'keydown', 'focusin'])
      this.addEventListener(use, () => this.#use(streams), { once: true });
    this.#file.addEventListener('change', () => this.#take(this.#file.files?.[0]));
    this.#exchange.addEventListener('change', () => this.#showStream(Number(this.#exchange.value)));
    this.#play.addEventListener('click', () => (this.#timer === undefined ? this.#start() : this.#pause()));
    const judgePasted = element('button', { type: 'button' }, 'Judge this text');
    judgePasted.addEventListener('click', () => this.#judge(readPasted(this.#paste.value)));
    this.#acceptDrops();
    this.replaceChildren(
      element(
        'div',
        { class: 'sources' },
        element('label', {}, 'Stream ', this.#choice),
        element('label', {}, 'or your own recording ', this.#file),
      ),
      element('details', {}, element('summary', {}, 'or paste one'), this.#paste, judgePasted),
      this.#status,
      element(
        'div',
        { class: 'controls' },
        this.#play,
        element('label', {}, 'Speed ', this.#speed),
        this.#exchange,
      ),
      this.#view.root,
      element(
        'section',
        { class: 'verdict' },
        element('h2', { class: 'caption' }, 'Findings'),
        this.#findings,
      ),
    );
    const wanted = new URLSearchParams(location.search).get('stream');
    if (streams.some(({ name }) => name === wanted)) this.#choice.value = String(wanted);
    this.#load(streams);
  }

  disconnectedCallback(): void {
    this.#pause();
  }

  #acceptDrops(): void {
    this.addEventListener('dragover', (event) => {
      event.preventDefault();
      this.classList.add('dropping');
    });
    this.addEventListener('dragleave', () => this.classList.remove('dropping'));
    this.addEventListener('drop', (event) => {
      event.preventDefault();
      this.classList.remove('dropping');
      this.#take(event.dataTransfer?.files[0]);
    });
  }

  /** Loads the judge for the stream that is shown. */
  #use(streams: readonly ListedStream[]): void {
    if (this.#isUsed) return;
    this.#isUsed = true;
    if (this.#judged === undefined) this.#load(streams, this.#view.length > 0);
  }

  /** @param isShown whether the timeline already shows the stream, and may be playing it. The verdict then changes neither */
  async #load(streams: readonly ListedStream[], isShown = false): Promise<void> {
    const stream = streams.find(({ name }) => name === this.#choice.value);
    if (!stream) return;
    if (this.#isUsed) {
      await this.#judge(fetchStream(stream), stream.mode, isShown);
      return;
    }
    const { bytes } = await fetchStream(stream);
    if (!this.#isUsed) this.#view.show(readEvents(bytes).events);
  }

  #take(file: File | undefined): void {
    if (file) this.#judge(readFile(file));
  }

  async #judge(
    reading: Promise<{ readonly name: string; readonly bytes: Uint8Array }>,
    mode?: 'manual' | 'auto',
    isShown = false,
  ): Promise<void> {
    if (!isShown) this.#pause();
    this.#isUsed = true;
    this.#shown += 1;
    const shown = this.#shown;
    this.#say('Reading…', 'busy');
    if (!isShown) this.#forget();
    try {
      const { name, bytes } = await reading;
      const answer = await askJudge(name, bytes, mode);
      if (shown !== this.#shown) return;
      if ('problem' in answer) this.#refuse(answer.problem);
      else this.#show(name, answer, isShown);
    } catch (error) {
      if (shown === this.#shown) this.#refuse(error instanceof Error ? error.message : String(error));
    }
  }

  #refuse(problem: string): void {
    this.#forget();
    this.#say(`${problem.slice(0, 500)}.`.replace(/\.\.$/, '.'), 'problem');
  }

  /** Clears what belongs to the previous stream. */
  #forget(): void {
    this.#judged = undefined;
    this.#view.show([]);
    this.#exchange.hidden = true;
    this.#findings.replaceChildren();
  }

  #show(name: string, judged: Judged, isShown: boolean): void {
    this.#judged = judged;
    const { verdict, summary, incomplete, streams } = judged;
    const left = streams.reduce((sum, stream) => sum + stream.left, 0);
    const sentences = [
      `${name.slice(0, 100)}: ${verdict}.`,
      `${summary.events} events, ${summary.judged} requirements judged, ${summary.failed} violated, ${summary.warned} with a warning.`,
      ...incomplete.slice(0, 3).map((reason) => `Not judged to the end: ${reason}.`),
      ...(left > 0 ? [`The timeline leaves out ${left} events; the judge read all.`] : []),
      ...(streams.some(({ isTimed }) => !isTimed)
        ? ['It has no times, so the events are evenly spaced.']
        : []),
    ];
    this.#say(sentences.join(' '), verdict);
    this.#exchange.replaceChildren(
      ...streams.map(({ label }, index) => element('option', { value: String(index) }, label)),
    );
    this.#exchange.hidden = streams.length < 2;
    this.#showStream(0, isShown);
    this.#listFindings(judged.findings);
  }

  #showStream(index: number, isShown = false): void {
    const at = isShown ? this.#view.current : 0;
    if (!isShown) this.#pause();
    const stream = this.#judged?.streams[index];
    const marked = Map.groupBy(
      (this.#judged?.findings ?? []).filter(
        ({ exchange, event }) => event !== undefined && exchange === stream?.exchange,
      ),
      ({ event }) => event as number,
    );
    this.#view.show(
      stream?.events ?? [],
      new Map(
        [...marked].map(([event, findings]) => [
          event,
          findings.map((each) => `${each.requirement}: expected ${each.expected}`),
        ]),
      ),
      this.#judged?.timeScale,
    );
    if (at > 0) this.#view.select(at);
  }

  #listFindings(findings: readonly ShownFinding[]): void {
    const items = findings.slice(0, MOST_LISTED).map((finding) => {
      const place = placeInFile(finding).join(', ');
      const item = element(
        'li',
        { class: finding.level },
        element('a', { href: requirementAddress(finding.requirement) }, finding.requirement),
        ` (${finding.level})${place === '' ? '' : `, ${place}`}`,
        element(
          'dl',
          {},
          element('dt', {}, 'expected'),
          element('dd', {}, finding.expected),
          element('dt', {}, 'was'),
          element('dd', {}, finding.actual),
        ),
      );
      if (finding.event !== undefined) {
        const show = element('button', { type: 'button' }, 'Show the event');
        show.addEventListener('click', () => this.#showFinding(finding));
        item.append(show);
      }
      return item;
    });
    if (findings.length > MOST_LISTED)
      items.push(element('li', {}, `and ${findings.length - MOST_LISTED} more`));
    this.#findings.replaceChildren(...items);
  }

  #showFinding({ exchange, event = 0 }: ShownFinding): void {
    const index = this.#judged?.streams.findIndex((stream) => stream.exchange === exchange) ?? -1;
    if (index >= 0 && Number(this.#exchange.value) !== index) {
      this.#exchange.value = String(index);
      this.#showStream(index);
    }
    this.#goTo(event);
    this.#view.slider.focus();
  }

  #say(text: string, kind: string): void {
    this.#status.textContent = text;
    this.#status.dataset.kind = kind;
  }

  #goTo(index: number): void {
    this.#pause();
    this.#view.select(Math.min(index, this.#view.length - 1));
  }

  #start(): void {
    if (this.#view.length === 0) return;
    if (this.#view.current >= this.#view.length - 1) this.#view.select(0);
    this.#play.textContent = 'Pause';
    this.#wait();
  }

  #wait(): void {
    const next = this.#view.current + 1;
    if (next >= this.#view.length) {
      this.#pause();
      return;
    }
    const gap = (this.#view.at(next) - this.#view.at(next - 1)) / Number(this.#speed.value);
    this.#timer = setTimeout(
      () => {
        this.#view.select(next);
        this.#wait();
      },
      Math.min(LONGEST_PAUSE, Math.max(0, gap)),
    );
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#play.textContent = 'Play';
  }
}

async function fetchStream({ name }: ListedStream): Promise<{ name: string; bytes: Uint8Array }> {
  const response = await fetch(new URL(`streams/${name}.sse`, root));
  if (!response.ok) throw new Error(`the stream ${name} could not be loaded; reload the page`);
  return { name: `${name}.sse`, bytes: new Uint8Array(await response.arrayBuffer()) };
}

function requirementAddress(id: string): string {
  return requirementPage(root.href, id);
}
