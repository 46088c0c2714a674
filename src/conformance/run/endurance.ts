import type { DriveLimits } from '../drive/limits.ts';
import type { LoggedExchange } from '../drive/logged-exchange.ts';

/** Decides when to give up on a target because too many of its responses are incomplete. */
export class Endurance {
  readonly #limits: DriveLimits;
  #inARow = 0;
  #inAll = 0;

  constructor(limits: DriveLimits) {
    this.#limits = limits;
  }

  /** Counts an exchange that has ended. @returns the reason to give up, or undefined while the run goes on */
  note({ end, problem, failure }: LoggedExchange): string | undefined {
    if (end === 'server') this.#inARow = 0;
    // The service answers plain reads beside a stranger: something may block a few operations, of which others show nothing.
    if (end !== 'error' || failure === 'stranger') return undefined;
    this.#inARow += 1;
    // After an answer that asks to wait, the check is repeated. Only many in a row end a run.
    if (failure !== 'busy') this.#inAll += 1;
    const { failuresInARow, failures } = this.#limits;
    if (this.#inARow >= failuresInARow)
      return `${this.#inARow} exchanges in a row got no whole answer; the last: ${problem}`;
    if (this.#inAll >= failures) return `${this.#inAll} exchanges got no whole answer; the last: ${problem}`;
    return undefined;
  }
}
