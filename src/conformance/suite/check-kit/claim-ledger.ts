import type { FindingDetails } from '../../judge/finding.ts';
import type { Judgement } from '../../judge/judgement.ts';
import type { Level } from '../../registry/registry.ts';
import { isInterruption } from './interruption.ts';

/** A claim that did not hold, with the exchange that shows the violation. */
export interface BrokenClaim {
  readonly requirement: string;
  readonly exchange: number;
  readonly details: FindingDetails;
}

/**
 * Records the claims of one check by requirement. A claim that is met goes into the judgement of the run at once;
 * the violations stay here until the check is settled.
 */
export class ClaimLedger {
  /** Ids of the requirements that the check has met or violated. */
  readonly settled = new Set<string>();
  readonly broken: BrokenClaim[] = [];
  #hasViolation = false;
  readonly #judgement: Judgement;
  readonly #check: string;
  readonly #declared: ReadonlySet<string>;
  readonly #levelOf: (requirement: string) => Level;

  /** @param check the id of the check, which is the place of its claims */
  constructor(
    judgement: Judgement,
    { id, requirements }: { readonly id: string; readonly requirements: readonly string[] },
    levelOf: (requirement: string) => Level,
  ) {
    this.#judgement = judgement;
    this.#check = id;
    this.#declared = new Set(requirements);
    this.#levelOf = levelOf;
  }

  /** Whether the check violated a requirement of level must. */
  get hasViolation(): boolean {
    return this.#hasViolation;
  }

  meet(requirement: string): void {
    this.#settle(requirement);
    this.#judgement.exercise(requirement, this.#check);
  }

  /** @returns whether the requirement is a must, which ends the check */
  violate(requirement: string, exchange: number, details: FindingDetails): boolean {
    this.#settle(requirement);
    this.#judgement.note(requirement, this.#check);
    this.broken.push({ requirement, exchange, details });
    const isMust = this.#levelOf(requirement) === 'must';
    this.#hasViolation ||= isMust;
    return isMust;
  }

  /**
   * Does again what has just broken a claim. If the same claim breaks again, only that counts, since it shows with less done before.
   *
   * @throws what `again` throws, unless it is an interruption
   */
  async reportSimpler(again: () => Promise<void>): Promise<void> {
    const before = this.broken.length;
    try {
      await again();
    } catch (error) {
      if (!isInterruption(error)) throw error;
    }
    const simpler = this.broken.slice(before).map(({ requirement }) => requirement);
    const at = this.broken.findLastIndex(
      ({ requirement }, index) => index < before && simpler.includes(requirement),
    );
    if (at >= 0) this.broken.splice(at, 1);
  }

  #settle(requirement: string): void {
    if (!this.#declared.has(requirement))
      throw new RangeError(`the check does not declare ${requirement}; add it to its requirements`);
    this.settled.add(requirement);
  }
}
