import { createUnmasker, type Unmasker } from '../incognito/mask.ts';
import type { ReplyListener } from './converse.ts';
import type { LiveTurn } from './live-turn.ts';
import type { OpenStep } from './step-log.ts';

/** Receives the conductor's replies: their text becomes the turn's answer, and their reasoning becomes a step. */
export class AnswerListener implements ReplyListener {
  readonly #turn: LiveTurn;
  /** The answer without the reply in progress. */
  #settled: string;
  #isRetracted = false;
  /** Whether the reply in progress has text. */
  #hasText = false;
  #thought = '';
  #thinking: OpenStep | undefined;
  #unmasker: Unmasker | undefined;

  constructor(turn: LiveTurn) {
    this.#turn = turn;
    this.#settled = turn.content;
    this.#unmasker = newUnmasker(turn);
  }

  text(text: string): void {
    this.#stopThinking();
    this.#write(this.#unmasker ? this.#unmasker.push(text) : text);
  }

  reasoning(text: string): void {
    this.#thought += text;
    this.#thinking ??= this.#turn.steps.begin({ key: 'reasoning', label: 'Thinking about the request' });
  }

  retract(): void {
    // If the client has received no text of this reply, there is nothing to replace.
    this.#isRetracted ||= this.#hasText;
    this.#hasText = false;
    this.#unmasker = newUnmasker(this.#turn);
  }

  settle(): void {
    this.#stopThinking();
    if (this.#unmasker) this.#write(this.#unmasker.flush());
    if (this.#isRetracted) this.#turn.write(this.#settled, true);
    this.#turn.flush();
    this.#isRetracted = false;
    this.#hasText = false;
    this.#settled = this.#turn.content;
    this.#unmasker = newUnmasker(this.#turn);
  }

  #write(piece: string): void {
    if (piece === '') return;
    const text = this.#hasText ? piece : separatorOf(this.#settled, piece) + piece;
    this.#hasText = true;
    if (this.#isRetracted) this.#turn.write(this.#settled + text, true);
    else this.#turn.write(text, false);
    this.#isRetracted = false;
  }

  #stopThinking(): void {
    this.#thinking?.finish('done', { detail: this.#turn.restore(this.#thought) });
    this.#thinking = undefined;
    this.#thought = '';
  }
}

/** What separates a reply from the one before it: an empty line, unless there is white space between them. */
function separatorOf(before: string, after: string): string {
  return before === '' || /\s$/.test(before) || /^\s/.test(after) ? '' : '\n\n';
}

function newUnmasker(turn: LiveTurn): Unmasker | undefined {
  return turn.mask && createUnmasker(turn.mask);
}
