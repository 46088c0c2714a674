import { createUnmasker, type Unmasker } from '../incognito/mask.ts';
import type { Ear } from './converse.ts';
import type { LiveTurn } from './live-turn.ts';
import type { OpenStep } from './step-log.ts';

/** Hears the conductor: what it says is the turn's answer, and what it thinks is a step. */
export class AnswerEar implements Ear {
  readonly #turn: LiveTurn;
  #settled: string;
  #isVoid = false;
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
    this.#say(this.#unmasker ? this.#unmasker.push(text) : text);
  }

  reasoning(text: string): void {
    this.#thought += text;
    this.#thinking ??= this.#turn.steps.begin({ key: 'reasoning', label: 'Thinking about the request' });
  }

  void(): void {
    // Text that was never said needs no replacement.
    this.#isVoid ||= this.#turn.content !== this.#settled;
    this.#unmasker = newUnmasker(this.#turn);
  }

  settle(): void {
    this.#stopThinking();
    if (this.#unmasker) this.#say(this.#unmasker.flush());
    if (this.#isVoid) this.#turn.say(this.#settled, true);
    this.#isVoid = false;
    this.#settled = this.#turn.content;
    this.#unmasker = newUnmasker(this.#turn);
  }

  #say(text: string): void {
    if (text === '') return;
    if (this.#isVoid) this.#turn.say(this.#settled + text, true);
    else this.#turn.say(text, false);
    this.#isVoid = false;
  }

  #stopThinking(): void {
    this.#thinking?.finish('done', { detail: this.#turn.restore(this.#thought) });
    this.#thinking = undefined;
    this.#thought = '';
  }
}

function newUnmasker(turn: LiveTurn): Unmasker | undefined {
  return turn.mask && createUnmasker(turn.mask);
}
