import type { FindingDetails } from '../judge/finding.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { Level } from '../registry.ts';

/** Notes what a check found, requirement by requirement, in the judgement of the run. */
export class ClaimLedger {
  /** Rows that this check has met or violated. */
  readonly settled = new Set<string>();
  readonly violations: string[] = [];
  readonly #judgement: Judgement;
  readonly #declared: ReadonlySet<string>;
  readonly #levelOf: (requirement: string) => Level;

  constructor(judgement: Judgement, declared: readonly string[], levelOf: (requirement: string) => Level) {
    this.#judgement = judgement;
    this.#declared = new Set(declared);
    this.#levelOf = levelOf;
  }

  meet(requirement: string): void {
    this.#settle(requirement);
    this.#judgement.exercise(requirement);
  }

  /** @returns whether it is a must, and the check has nothing more to say */
  violate(requirement: string, exchange: number, details: FindingDetails): boolean {
    this.#settle(requirement);
    this.#judgement.report(requirement, exchange, details);
    const isMust = this.#levelOf(requirement) === 'must';
    if (isMust) this.violations.push(requirement);
    return isMust;
  }

  #settle(requirement: string): void {
    if (!this.#declared.has(requirement))
      throw new RangeError(`the check does not declare ${requirement}; add it to its requirements`);
    this.settled.add(requirement);
  }
}
