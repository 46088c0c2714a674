import { VALUE_BYTES } from '../judge/json.ts';
import { TransportFailure } from './wire.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * Counts what the checks of a run hold of the target's answers and streams. Each of them is limited, but many checks wait side by side, and
 * all together could fill the memory.
 */
export class HeldAnswers {
  readonly #most: number;
  readonly #byCheck = new Map<string, number>();
  #all = 0;

  /** @param most bytes that all checks may hold at once */
  constructor(most: number) {
    this.#most = most;
  }

  /** @param text JSON that a check will hold as `values` values. @throws TransportFailure if there is no room for it */
  hold(check: string, text: string, values: number): void {
    const cost = text.length + values * VALUE_BYTES;
    if (this.#all + cost > this.#most)
      throw new TransportFailure(
        'too-large',
        `the checks that run at once would hold more than ${this.#most / MEBIBYTE} MiB of the target's answers`,
      );
    this.#all += cost;
    this.#byCheck.set(check, (this.#byCheck.get(check) ?? 0) + cost);
  }

  /** Gives back all that a check held, since it is over. */
  release(check: string): void {
    this.#all -= this.#byCheck.get(check) ?? 0;
    this.#byCheck.delete(check);
  }
}
