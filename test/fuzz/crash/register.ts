import { isDeepStrictEqual } from 'node:util';

/**
 * What a resource can be found to be: its acknowledged state, and besides it what a request would have made of it whose
 * answer never came.
 */
export class Register<State> {
  #known: State;
  #possible: State[] = [];

  constructor(state: State) {
    this.#known = state;
  }

  /** The state that was acknowledged last. */
  get known(): State {
    return this.#known;
  }

  /** A change is asked for. Until it is settled, either state is right. */
  propose(state: State): void {
    this.#possible.push(state);
  }

  /** A change was acknowledged, or the state was seen. */
  settle(state: State): void {
    this.#known = state;
    this.#possible = [];
  }

  allows(state: State): boolean {
    return [this.#known, ...this.#possible].some((possible) => isDeepStrictEqual(possible, state));
  }
}
