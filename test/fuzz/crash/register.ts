import { isDeepStrictEqual } from 'node:util';

/**
 * The states in which a resource may be found: the last acknowledged state, and those that unanswered requests would
 * have caused.
 */
export class Register<State> {
  #known: State;
  #possible: State[] = [];

  constructor(state: State) {
    this.#known = state;
  }

  /** The last acknowledged state. */
  get known(): State {
    return this.#known;
  }

  /** A change was requested. Until one state is settled, both are allowed. */
  propose(state: State): void {
    this.#possible.push(state);
  }

  /** A change was acknowledged, or the state was read. */
  settle(state: State): void {
    this.#known = state;
    this.#possible = [];
  }

  allows(state: State): boolean {
    return [this.#known, ...this.#possible].some((possible) => isDeepStrictEqual(possible, state));
  }
}
