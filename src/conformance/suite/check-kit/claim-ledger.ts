import { TransportFailure } from '../../drive/wire.ts';
import type { FindingDetails } from '../../judge/finding.ts';
import type { Judgement } from '../../judge/judgement.ts';
import type { Level } from '../../registry/registry.ts';
import { isInterruption } from './interruption.ts';

/** A violated claim, with the exchange that shows the violation. */
export interface BrokenClaim {
  readonly requirement: string;
  readonly exchange: number;
  readonly details: FindingDetails;
}

/**
 * Records the claims of one check by requirement. Claims that are met go into the judgement of the run at once. Violations stay here until
 * the check is settled.
 */
export class ClaimLedger {
  /** Ids of the requirements that the check has found met or violated. */
  readonly settled = new Set<string>();
  readonly broken: BrokenClaim[] = [];
  #hasViolation = false;
  readonly #judgement: Judgement;
  readonly #check: string;
  readonly #declared: ReadonlySet<string>;
  readonly #levelOf: (requirement: string) => Level;

  /** @param check the id of the check, recorded as the place of its claims */
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

  /** Whether the check violated a must-requirement. */
  get hasViolation(): boolean {
    return this.#hasViolation;
  }

  meet(requirement: string): void {
    this.#settle(requirement);
    this.#judgement.exercise(requirement, this.#check);
  }

  /** @returns whether the requirement is a must, so that the check ends */
  violate(requirement: string, exchange: number, details: FindingDetails): boolean {
    this.#settle(requirement);
    this.#judgement.note(requirement, this.#check);
    this.broken.push({ requirement, exchange, details });
    const isMust = this.#levelOf(requirement) === 'must';
    this.#hasViolation ||= isMust;
    return isMust;
  }

  /**
   * Repeats what has just violated a claim. If the same claim is violated again, only the second violation counts, because fewer steps came
   * before it.
   *
   * @returns whether a claim is violated again
   * @throws defects of the suite. Whatever else prevents the repetition, what was found stays found
   */
  async reportSimpler(again: () => Promise<void>): Promise<boolean> {
    const before = this.broken.length;
    try {
      await again();
    } catch (error) {
      if (!isInterruption(error) && !(error instanceof TransportFailure)) throw error;
    }
    const simpler = this.broken.slice(before).map(({ requirement }) => requirement);
    const at = this.broken.findLastIndex(
      ({ requirement }, index) => index < before && simpler.includes(requirement),
    );
    if (at >= 0) this.broken.splice(at, 1);
    return at >= 0;
  }

  #settle(requirement: string): void {
    if (!this.#declared.has(requirement))
      throw new RangeError(`the check does not declare ${requirement}; add it to its requirements`);
    this.settled.add(requirement);
  }
}
