import { element } from '../element.ts';
import { ACCEPT, choicesOf, type Interaction } from './choices.ts';
import { Countdown } from './countdown.ts';
import { questionOf } from './question.ts';

/** How the server responded to an answer. */
export interface Delivery {
  readonly isTaken: boolean;
  /** A sentence for the reader. */
  readonly text: string;
}

/** Sends the reader's answer. */
export type SendAnswer = (kind: string, body: object) => Promise<Delivery>;

/** A form that answers an interaction, while there is time. */
export class InteractionPanel {
  readonly root: HTMLElement;
  readonly question: string;
  readonly #said = element('p', { role: 'status' });
  readonly #countdown: Countdown;
  readonly #controls: HTMLElement;
  #isOpen = true;

  /**
   * @param timeScale how many times faster than real time the timers of the server run
   * @param onSettled called when the interaction has been answered, or can no longer be answered
   */
  constructor(interaction: Interaction, send: SendAnswer, timeScale: number, onSettled: () => void) {
    const { kind, actionId, payload } = interaction;
    this.question = questionOf(interaction);
    this.#countdown = new Countdown(timeScale, () =>
      this.#settle('It has expired: nobody answered in time.', onSettled),
    );
    const content = element('textarea', {
      rows: '4',
      spellcheck: 'false',
      'aria-label': 'The answer, as JSON',
    });
    content.value = JSON.stringify(blankAnswer(payload), null, 2);
    const buttons = choicesOf(interaction).map(({ label, body }) => {
      const button = element('button', { type: 'button', class: 'primary' }, label);
      button.addEventListener('click', async () => {
        try {
          this.#said.textContent = 'Sending…';
          const answer = label === ACCEPT ? { ...body, content: JSON.parse(content.value) } : body;
          const { isTaken, text } = await send(kind, { action_id: actionId, ...answer });
          if (isTaken) this.#settle(`${label}: ${text}`, onSettled);
          else this.#said.textContent = text;
        } catch (error) {
          this.#said.textContent = `Not sent: ${(error as Error).message}`;
        }
      });
      return button;
    });
    this.#controls = element('div', { class: 'controls' }, ...buttons);
    this.root = element(
      'section',
      { class: 'interaction', 'aria-label': `The turn asks: ${kind}` },
      element('div', {}, element('strong', {}, this.question), ' ', this.#countdown.root),
      element(
        'details',
        {},
        element('summary', {}, `The whole question (${kind})`),
        element('pre', { tabindex: '0' }, JSON.stringify(payload, null, 2).slice(0, 5000)),
      ),
      ...(kind === 'elicitation' ? [content] : []),
      this.#controls,
      this.#said,
    );
  }

  /** Closes the form when the turn has ended. */
  close(): void {
    if (this.#isOpen) this.#settle('The turn has ended.', () => {});
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  #settle(text: string, onSettled: () => void): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#countdown.stop();
    this.#said.textContent = text;
    this.#controls.hidden = true;
    onSettled();
  }
}

/** Reads the interaction in the data of an event; undefined if there is none. */
export function readInteraction(data: string): Interaction | undefined {
  try {
    const { kind, action_id: actionId, payload } = JSON.parse(data);
    const isSound =
      typeof kind === 'string' &&
      typeof actionId === 'string' &&
      typeof payload === 'object' &&
      payload !== null;
    return isSound ? { kind, actionId, payload } : undefined;
  } catch {
    return undefined;
  }
}

/** An answer with all members that the question asks for, left empty. */
function blankAnswer({ requested_schema: schema }: Interaction['payload']): object {
  const { properties } = (schema ?? {}) as { readonly properties?: object };
  return Object.fromEntries(Object.keys(properties ?? {}).map((name) => [name, '']));
}
