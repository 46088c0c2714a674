import type { FindingDetails } from './finding.ts';
import type { Judgement } from './judgement.ts';

/** Violations that are held. The rest of a flood is dropped: the verdict does not depend on it. */
const MOST = 5000;

interface Held {
  readonly requirement: string;
  readonly exchange: number | undefined;
  readonly details: FindingDetails;
}

/**
 * Holds the violations that only several answers show together, until it is clear that one service gave them all, and that its reads are up to
 * date.
 */
export class HeldFindings {
  readonly #judgement: Judgement;
  readonly #held: Held[] = [];

  constructor(judgement: Judgement) {
    this.#judgement = judgement;
  }

  get isEmpty(): boolean {
    return this.#held.length === 0;
  }

  report(requirement: string, exchange: number | undefined, details: FindingDetails): void {
    if (exchange !== undefined) this.#judgement.onViolation?.(requirement, exchange);
    if (this.#held.length < MOST) this.#held.push({ requirement, exchange, details });
  }

  release(): void {
    for (const { requirement, exchange, details } of this.#held.splice(0))
      this.#judgement.report(requirement, exchange, details);
  }

  /** Drops what is held. @param reason why it proves nothing */
  drop(reason: string): void {
    for (const { requirement } of this.#held.splice(0)) this.#judgement.doubt(requirement, reason);
  }
}
