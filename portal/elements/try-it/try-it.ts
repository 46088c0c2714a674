import { EventStreamReader } from '../../../src/event-stream/index.ts';
import { element, root } from '../element.ts';
import { askJudge } from '../player/ask-judge.ts';
import { TimelineView } from '../player/timeline-view.ts';
import { exchange } from './exchange.ts';
import type { OperationFacts } from './facts.ts';
import { interactionPanel } from './interaction-panel.ts';
import { RequestForm } from './request-form.ts';

/** Events of a live stream that are shown. */
const MOST_EVENTS = 5000;
/** Characters of an answer that are shown. */
const LONGEST_BODY = 100_000;

/**
 * `<try-it data-facts>`: sends the request of an operation to a server of the reader, shows the answer and has it judged. Streams are shown
 * on a timeline while they come, and their interactions can be answered.
 */
export class TryIt extends HTMLElement {
  #facts: OperationFacts | undefined;
  #form: RequestForm | undefined;
  #stop: AbortController | undefined;
  readonly #send = element('button', { type: 'button', class: 'primary' }, 'Send');
  readonly #cancel = element('button', { type: 'button', hidden: '' }, 'Cancel the turn');
  readonly #status = element('p', { class: 'status', role: 'status' });
  readonly #answer = element('div', { class: 'answer-area' });

  connectedCallback(): void {
    const facts = JSON.parse(this.dataset.facts ?? '') as OperationFacts;
    const form = new RequestForm(facts);
    this.#facts = facts;
    this.#form = form;
    this.#send.addEventListener('click', () => (this.#stop ? this.#stop.abort() : this.#run(facts, form)));
    this.#cancel.addEventListener('click', async () => this.#say(await this.#respond('cancel', {}), 'note'));
    // The reader may have opened the form before this script was there.
    if (this.contains(document.activeElement)) this.#proposeServer(form);
    else this.addEventListener('focusin', () => this.#proposeServer(form), { once: true });
    const body = element(
      'div',
      {},
      form.root,
      element('div', { class: 'controls' }, this.#send, this.#cancel),
      this.#status,
      this.#answer,
    );
    this.querySelector('details')?.append(body);
  }

  disconnectedCallback(): void {
    this.#stop?.abort();
  }

  /** The server that serves this page, if it is one of the contract. */
  async #proposeServer(form: RequestForm): Promise<void> {
    try {
      const response = await fetch(new URL('/', root), { headers: { Accept: 'application/json' } });
      const { name, time_scale: scale } = (await response.json()) as { name?: unknown; time_scale?: unknown };
      if (typeof name === 'string' && name.startsWith('conversation-api'))
        form.propose(root.origin, typeof scale === 'number' ? scale : 1);
    } catch {
      // Another server serves the portal. The form proposes the usual address of `serve`.
    }
  }

  async #run(facts: OperationFacts, form: RequestForm): Promise<void> {
    this.#answer.replaceChildren();
    const stop = new AbortController();
    try {
      const request = form.prepare();
      this.#stop = stop;
      this.#send.textContent = 'Stop';
      this.#cancel.hidden = !facts.isStream;
      this.#say('Waiting for the answer…', 'busy');
      const live = new LiveAnswer((kind, body) => this.#respond(kind, body));
      this.#answer.replaceChildren(live.root);
      const { recording, body } = await exchange(request, live, stop.signal);
      live.finish(body);
      this.#say(`${live.status}. Judging…`, 'busy');
      await this.#judge(live.status, recording);
      form.renewKey();
    } catch (error) {
      this.#say(stop.signal.aborted ? 'Stopped.' : `${(error as Error).message}.`, 'problem');
    } finally {
      this.#stop = undefined;
      this.#send.textContent = 'Send';
      this.#cancel.hidden = true;
    }
  }

  async #judge(status: string, recording: Uint8Array): Promise<void> {
    const answer = await askJudge('the answer', recording);
    if ('problem' in answer) {
      this.#say(`${status}. It could not be judged: ${answer.problem}.`, 'problem');
      return;
    }
    const { findings, summary } = answer;
    this.#say(
      findings.length === 0
        ? `${status}. The answer follows the contract: ${summary.judged} requirements judged.`
        : `${status}. The answer does not follow the contract: ${findings.length} findings.`,
      findings.length === 0 ? 'conformant' : 'nonconformant',
    );
    this.#answer.append(
      element(
        'ol',
        { class: 'findings' },
        ...findings
          .slice(0, 100)
          .map(({ requirement, expected, actual, pointer = '' }) =>
            element('li', {}, `${requirement} ${pointer}: expected ${expected}, was ${actual}`),
          ),
      ),
    );
  }

  /** Sends the answer to an interaction, with the same credential and chat. */
  async #respond(kind: string, body: object): Promise<string> {
    const form = this.#form;
    const path = this.#facts?.answers[kind];
    if (!form || path === undefined) return `no operation answers the kind ${kind}`;
    const { server, headers } = form.reach();
    const response = await fetch(
      `${server}${path.replace('{chat_id}', encodeURIComponent(form.value('chat_id')))}`,
      {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        credentials: 'omit',
      },
    );
    const { message_code: code } = (await response.json()) as { message_code?: unknown };
    return `Answered: ${response.status} ${String(code).slice(0, 100)}.`;
  }

  #say(text: string, kind: string): void {
    this.#status.textContent = text;
    this.#status.dataset.kind = kind;
  }
}

/** The answer of one request while it comes. */
class LiveAnswer {
  readonly root = element('div');
  readonly #respond: (kind: string, body: object) => Promise<string>;
  readonly #reader = new EventStreamReader();
  #view: TimelineView | undefined;
  #first: number | undefined;
  status = '';

  constructor(respond: (kind: string, body: object) => Promise<string>) {
    this.#respond = respond;
  }

  onHead(status: number, contentType: string): void {
    this.status = `HTTP ${status}`;
    if (!contentType.includes('text/event-stream')) return;
    const view = new TimelineView('h3', (index) => view.select(index));
    view.show([]);
    this.#view = view;
    this.root.append(view.root);
  }

  onChunk(bytes: Uint8Array, at: number): void {
    const view = this.#view;
    if (!view) return;
    this.#reader.push(bytes);
    for (let event = this.#reader.next(); event; event = this.#reader.next()) {
      if (view.length >= MOST_EVENTS) continue;
      this.#first ??= at;
      view.append({ index: view.length, type: event.type, data: event.data, at: at - this.#first });
      if (event.type !== 'message.action_required') continue;
      const panel = interactionPanel(event.data, this.#respond);
      if (panel) this.root.append(panel);
    }
  }

  finish(body: string): void {
    if (this.#view) return;
    this.root.append(
      element(
        'pre',
        { class: 'data', role: 'group', tabindex: '0', 'aria-label': 'The answer' },
        pretty(body).slice(0, LONGEST_BODY),
      ),
    );
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
