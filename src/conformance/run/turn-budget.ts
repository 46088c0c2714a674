import { CannotGoOn } from '../suite/check-kit/interruption.ts';

/** Limits the number of turns that a run sends, since turns cost money. */
export class TurnBudget {
  readonly #most: number;
  #left: number;

  constructor(most: number) {
    this.#most = most;
    this.#left = most;
  }

  /** Takes one turn from the budget. @throws CannotGoOn when none is left */
  take(): void {
    if (this.#left === 0)
      throw new CannotGoOn(`the run has sent its ${this.#most} turns; --max-turns raises the limit`);
    this.#left -= 1;
  }
}
