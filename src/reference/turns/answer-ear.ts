import { createUnmasker, type Unmasker } from '../incognito/mask.ts';
import type { Ear } from './converse.ts';
import type { LiveTurn } from './live-turn.ts';
import type { OpenStep } from './step-log.ts';

/** Hears the conductor: what it says is the turn's answer, and what it thinks is a step. */
export function answerEar(turn: LiveTurn): Ear {
  let settled = turn.content;
  let isVoid = false;
  let thought = '';
  let thinking: OpenStep | undefined;
  let unmasker = newUnmasker(turn);

  const say = (text: string) => {
    if (text === '') return;
    if (isVoid) turn.say(settled + text, true);
    else turn.say(text, false);
    isVoid = false;
  };
  const stopThinking = () => {
    thinking?.finish('done', { detail: turn.restore(thought) });
    thinking = undefined;
    thought = '';
  };

  return {
    text(text) {
      stopThinking();
      say(unmasker ? unmasker.push(text) : text);
    },
    reasoning(text) {
      thought += text;
      thinking ??= turn.steps.begin({ key: 'reasoning', label: 'Thinking about the request' });
    },
    void() {
      // Text that was never said needs no replacement.
      isVoid ||= turn.content !== settled;
      unmasker = newUnmasker(turn);
    },
    settle() {
      stopThinking();
      if (unmasker) say(unmasker.flush());
      if (isVoid) turn.say(settled, true);
      isVoid = false;
      settled = turn.content;
      unmasker = newUnmasker(turn);
    },
  };
}

function newUnmasker(turn: LiveTurn): Unmasker | undefined {
  return turn.mask && createUnmasker(turn.mask);
}
