import type { Level } from '../registry/registry.ts';

/** How many smaller situations a run tries: a target with many defects would otherwise pay for many more turns. */
const MOST = 30;
/** How often a run looks for violations of one requirement again: one that shows everywhere shows in small situations anyway. */
const MOST_OF_REQUIREMENT = 2;

/** Limits how often a run looks for its violations again in smaller situations. */
export class Retries {
  #left: number;
  readonly #levelOf: (requirement: string) => Level;
  readonly #tried = new Map<string, number>();

  /** @param most how many smaller situations the run tries */
  constructor(levelOf: (requirement: string) => Level, most = MOST) {
    this.#left = most;
    this.#levelOf = levelOf;
  }

  /** Which of some violated requirements to look for again: a must before a should. Undefined if it is not worth it. */
  choose(violated: readonly string[]): string | undefined {
    const worthIt = violated.filter((id) => (this.#tried.get(id) ?? 0) < MOST_OF_REQUIREMENT);
    const chosen = worthIt.find((id) => this.#levelOf(id) === 'must') ?? worthIt[0];
    if (chosen !== undefined) this.#tried.set(chosen, (this.#tried.get(chosen) ?? 0) + 1);
    return chosen;
  }

  /** @returns whether the run may try one more smaller situation */
  take(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}
