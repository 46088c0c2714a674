import { element, root } from '../element.ts';
import { askJudge } from '../player/ask-judge.ts';
import { showSamples } from '../samples/show-samples.ts';
import { withReader } from '../samples/with-reader.ts';
import { curlOf } from './curl.ts';
import { exchange } from './exchange.ts';
import type { OperationFacts, PreparedRequest } from './facts.ts';
import type { Delivery } from './interaction-panel.ts';
import { LiveAnswer } from './live-answer.ts';
import { RequestForm } from './request-form.ts';

/**
 * `<try-it data-facts>`: sends the request of an operation to the reader's server, shows the response and judges it. Streams are shown on a
 * timeline while they arrive, and their interactions can be answered.
 */
export class TryIt extends HTMLElement {
  #facts: OperationFacts | undefined;
  #stop: AbortController | undefined;
  /** The request whose response is shown. Answers to its interactions go to its server and chat, even if the fields have changed since. */
  #sent: (PreparedRequest & { readonly chat: string }) | undefined;
  readonly #send = element('button', { type: 'button', class: 'primary' }, 'Send');
  readonly #copy = element('button', { type: 'button' }, 'Copy as curl');
  readonly #cancel = element('button', { type: 'button', hidden: '' }, 'Cancel the turn');
  readonly #status = element('p', { class: 'status', role: 'status' });
  readonly #answer = element('div', { class: 'answer-area' });

  connectedCallback(): void {
    const facts = JSON.parse(this.dataset.facts ?? '') as OperationFacts;
    const form: RequestForm = new RequestForm(facts, () => showInSamples(facts, form));
    this.#facts = facts;
    this.#send.addEventListener('click', () => (this.#stop ? this.#stop.abort() : this.#run(facts, form)));
    this.#cancel.addEventListener('click', async () =>
      this.#say((await this.#respond('cancel', {})).text, 'note'),
    );
    this.#copy.addEventListener('click', () => this.#copyRequest(facts, form));
    const details = this.querySelector('details');
    // The reader may have opened the form before this script was loaded.
    if (details?.open) this.#proposeServer(form);
    else details?.addEventListener('toggle', () => this.#proposeServer(form), { once: true });
    const body = element(
      'div',
      {},
      form.root,
      element('div', { class: 'controls' }, this.#send, this.#cancel, this.#copy),
      this.#status,
      this.#answer,
    );
    details?.append(body);
  }

  disconnectedCallback(): void {
    this.#stop?.abort();
  }

  /** Proposes the server that serves this page, if it implements the contract. */
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
      this.#sent = { ...request, chat: form.value('chat_id') };
      const live = new LiveAnswer(request.timeScale, {
        send: (kind, body) => this.#respond(kind, body),
        onQuestions: (open) => this.#sayQuestions(open),
      });
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

  /** Sends the answer to an interaction to the server of the turn, with the credential and chat of the turn. */
  async #respond(kind: string, body: object): Promise<Delivery> {
    const answers = this.#facts?.answers ?? {};
    const path = Object.hasOwn(answers, kind) ? answers[kind] : undefined;
    const sent = this.#sent;
    if (!sent || path === undefined)
      return { isTaken: false, text: `No operation answers the kind ${kind}.` };
    const { server, headers, chat } = sent;
    const response = await fetch(`${server}${path.replace('{chat_id}', encodeURIComponent(chat))}`, {
      method: 'POST',
      headers: {
        ...(headers.Authorization !== undefined && { Authorization: headers.Authorization }),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
      redirect: 'error',
      credentials: 'omit',
    });
    const { message_code: code } = (await response.json()) as { message_code?: unknown };
    return { isTaken: response.ok, text: `answered with ${response.status} ${String(code).slice(0, 100)}.` };
  }

  #sayQuestions(open: readonly string[]): void {
    const [first, ...others] = open;
    if (first === undefined) this.#say('The turn goes on…', 'busy');
    else this.#say(others.length === 0 ? first : `${first} And ${others.length} more.`, 'asks');
  }

  async #copyRequest(facts: OperationFacts, form: RequestForm): Promise<void> {
    try {
      const request = form.prepare();
      await navigator.clipboard.writeText(curlOf(request, facts.isStream));
      const isAuthorized = request.headers.Authorization !== undefined;
      this.#say(
        isAuthorized ? 'Copied. The command takes the token from the variable TOKEN.' : 'Copied.',
        'note',
      );
    } catch (error) {
      this.#say(`Not copied: ${(error as Error).message}.`, 'problem');
    }
  }

  #say(text: string, kind: string): void {
    this.#status.textContent = text;
    this.#status.dataset.kind = kind;
  }
}

/** Shows the values of the form in the samples of the page, unless they make no request yet. */
function showInSamples({ sample, parameters }: OperationFacts, form: RequestForm): void {
  try {
    const inPath = parameters.filter((each) => each.in === 'path').map(({ name }) => form.value(name));
    showSamples(withReader(sample, form.prepare(), inPath));
  } catch {
    // The form says what is wrong when the reader sends it.
  }
}
