import type { ActionRequired, Step, StreamEvent, TaskReference } from './.build/api/types.gen.ts';
import { isMistake } from './mistakes.ts';

/** What the caller does while a turn runs. */
export interface Watch {
  readonly onStart?: (messageId: number | bigint) => void;
  /** Gets the whole text so far. */
  readonly onText?: (text: string) => void;
  readonly onSteps?: (steps: readonly Step[]) => void;
  /** Gets each question once. */
  readonly onQuestion?: (question: ActionRequired) => void;
  /** Stops reading. The turn goes on. */
  readonly signal?: AbortSignal;
}

const KINDS: readonly string[] = ['tool_approval', 'plan_approval', 'elicitation', 'auth_required'];

/** The text and the questions of a turn, over all its connections. */
export class View {
  text = '';
  #received = 0;
  readonly #watch: Watch;
  readonly #asked = new Set<string>();
  #slot: ActionRequired | undefined;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  /** A connection begins, and may bring the text again. */
  connect(): void {
    this.#received = 0;
    if (!isMistake('replay-appended')) this.text = '';
  }

  /** The mistake `replay-appended`: adds what the last connection has not brought. */
  append(content: string): string {
    return this.text + content.slice(this.#received);
  }

  /** Takes an event. @returns whether it ends the turn */
  take(event: StreamEvent): boolean {
    switch (event.type) {
      case 'message.start':
        this.#watch.onStart?.(event.data.message_id);
        return false;
      case 'message.delta': {
        const { text, replace } = event.data;
        this.text = replace ? text : this.text + text;
        this.#received = replace ? text.length : this.#received + text.length;
        if (this.text !== '') this.#watch.onText?.(this.text);
        return false;
      }
      case 'message.step':
        this.#watch.onSteps?.(event.data.steps);
        return false;
      case 'message.action_required':
        this.#ask(event.data);
        return false;
      case 'message.completed':
      case 'message.cancelled':
      case 'message.error':
        return true;
      default:
        return false; // A ping, or an event of a later version.
    }
  }

  #ask(question: ActionRequired): void {
    if (this.#asked.has(question.action_id)) return;
    this.#asked.add(question.action_id);
    if (isMistake('unknown-kind-throws') && !KINDS.includes(question.kind))
      throw new TypeError(`unexpected kind ${question.kind}`);
    if (isMistake('null-is-present') && 'agent' in question) void (question.agent as TaskReference).name;
    if (isMistake('one-question-slot')) {
      this.#slot = question;
      setTimeout(() => {
        if (this.#slot) this.#watch.onQuestion?.(this.#slot);
        this.#slot = undefined;
      }, 50);
      return;
    }
    this.#watch.onQuestion?.(question);
    if (isMistake('decision-twice')) setTimeout(() => this.#watch.onQuestion?.(question), 20);
  }
}
