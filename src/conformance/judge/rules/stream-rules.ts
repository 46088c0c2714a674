import { actions } from './actions.ts';
import { agents } from './agents.ts';
import { type AnswerRule, answer } from './answer.ts';
import { clock } from './clock.ts';
import { errors } from './errors.ts';
import { GuardedRule } from './guarded-rule.ts';
import { identity } from './identity.ts';
import { ping } from './ping.ts';
import { request } from './request.ts';
import type { Ending, JudgedEvent, SeenEvent, StreamContext } from './rule.ts';
import { shownTasks } from './shown-tasks.ts';
import { start } from './start.ts';
import { terminal } from './terminal.ts';
import { usage } from './usage.ts';

/** All rules except `answer`, whose text the fast path needs. */
const RULES = Object.entries({
  start,
  terminal,
  identity,
  actions,
  agents,
  shownTasks,
  usage,
  errors,
  request,
  ping,
  clock,
});

/** The rules about one stream. An exception in one of them silences that rule alone. */
export class StreamRules {
  /** The text of the deltas. */
  readonly text: AnswerRule['text'];
  #rules: readonly GuardedRule[];

  /** @param onDefect called with the name of a rule and its exception */
  constructor(context: StreamContext, onDefect: (rule: string, error: unknown) => void) {
    const answerRule = answer(context);
    this.text = answerRule.text;
    this.#rules = [...RULES, ['answer', () => answerRule] as const].map(
      (rule) => new GuardedRule(rule, context, onDefect),
    );
  }

  /** A part of an event has arrived, and its end has not. */
  hear(at: number): void {
    for (const rule of this.#rules) rule.heard(at);
  }

  /** An event has arrived, with or without valid data. */
  see(event: SeenEvent): void {
    for (const rule of this.#rules) rule.seen(event);
  }

  /** Passes an event to the rules about its name. */
  judge(event: JudgedEvent): void {
    for (const rule of this.#rules) rule.handle(event);
  }

  /** The stream ends. The rules and what they keep are given up. */
  end(ending: Ending): void {
    for (const rule of this.#rules) rule.end(ending);
    this.#rules = [];
    this.text.release();
  }
}
