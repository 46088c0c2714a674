import type { Ending, JudgedEvent, SeenEvent, StreamContext, StreamRule, StreamRuleFactory } from './rule.ts';

/** A rule that throws nothing. After its first exception it is silent for the rest of the stream, and all other rules go on. */
export class GuardedRule {
  #rule: StreamRule = {};
  readonly #name: string;
  readonly #onDefect: (name: string, error: unknown) => void;

  /** @param onDefect called with the name of the rule and the exception */
  constructor(
    [name, make]: readonly [name: string, make: StreamRuleFactory],
    context: StreamContext,
    onDefect: (name: string, error: unknown) => void,
  ) {
    this.#name = name;
    this.#onDefect = onDefect;
    try {
      this.#rule = make(context);
    } catch (error) {
      this.#silence(error);
    }
  }

  heard(at: number): void {
    try {
      this.#rule.heard?.(at);
    } catch (error) {
      this.#silence(error);
    }
  }

  seen(event: SeenEvent): void {
    try {
      this.#rule.seen?.(event);
    } catch (error) {
      this.#silence(error);
    }
  }

  handle(event: JudgedEvent): void {
    try {
      this.#rule.on?.[event.type]?.(event);
    } catch (error) {
      this.#silence(error);
    }
  }

  end(ending: Ending): void {
    try {
      this.#rule.end?.(ending);
    } catch (error) {
      this.#silence(error);
    }
  }

  #silence(error: unknown): void {
    this.#rule = {};
    this.#onDefect(this.#name, error);
  }
}
