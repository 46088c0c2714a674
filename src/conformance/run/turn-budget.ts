import { CannotGoOn } from '../suite/check-kit/interruption.ts';

/** Limits the number of turns that a run sends, since turns cost money. */
export class TurnBudget {
  readonly #most: number;
  #left: number;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
    this.#left = most;
  }

  /** The number of turns that may still be sent. */
  get left(): number {
    return this.#left;
  }

  /** Why no more turns are sent once the budget is used up. */
  get reason(): string {
    return `the run has sent its ${this.#most} turns; --max-turns raises the limit`;
  }

  /** Takes one turn from the budget. @throws CannotGoOn when none is left */
  take(): void {
    if (this.#left === 0) throw new CannotGoOn(this.reason);
    this.#left -= 1;
  }
}
