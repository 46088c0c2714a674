import { VALUE_BYTES } from '../judge/json.ts';
import { TransportFailure } from './wire.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * Counts how much of the target's answers and streams the checks hold. Each check is limited, but many checks wait in parallel and could
 * fill the memory together.
 */
export class HeldAnswers {
  readonly #most: number;
  readonly #byCheck = new Map<string, number>();
  #all = 0;

  /** @param most bytes that all checks together may hold */
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

  /** Releases everything that a check held, when the check has ended. */
  release(check: string): void {
    this.#all -= this.#byCheck.get(check) ?? 0;
    this.#byCheck.delete(check);
  }
}
