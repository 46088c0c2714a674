import type { LoggedExchange } from '../drive/exchange-log.ts';
import type { DriveLimits } from '../drive/limits.ts';

/** Says when a target answers so badly that going on would only take time. */
export class Endurance {
  readonly #limits: DriveLimits;
  #inARow = 0;
  #inAll = 0;

  constructor(limits: DriveLimits) {
    this.#limits = limits;
  }

  /** Notes an exchange that is over. @returns why to give up, when it is time */
  note({ end, problem }: LoggedExchange): string | undefined {
    if (end === 'server') this.#inARow = 0;
    if (end !== 'error') return undefined;
    this.#inARow += 1;
    this.#inAll += 1;
    const { failuresInARow, failures } = this.#limits;
    if (this.#inARow >= failuresInARow)
      return `${this.#inARow} exchanges in a row got no whole answer; the last: ${problem}`;
    if (this.#inAll >= failures) return `${this.#inAll} exchanges got no whole answer; the last: ${problem}`;
    return undefined;
  }
}
