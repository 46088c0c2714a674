import { CannotGoOn } from '../check-kit/interruption.ts';

/** How many turns a run may send. They are what a run costs somebody. */
export class TurnBudget {
  readonly #most: number;
  #left: number;

  constructor(most: number) {
    this.#most = most;
    this.#left = most;
  }

  /** @throws CannotGoOn when there are none left */
  take(): void {
    if (this.#left === 0)
      throw new CannotGoOn(`the run has sent its ${this.#most} turns; --max-turns raises the limit`);
    this.#left -= 1;
  }
}
