import type { LoggedExchange } from '../../drive/logged-exchange.ts';
import type { FindingDetails } from '../../judge/finding.ts';
import type { Judgement } from '../../judge/judgement.ts';
import type { Level } from '../../registry/registry.ts';
import { AnswersRead } from './answers-read.ts';

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
  readonly #answers = new AnswersRead();
  #hasViolation = false;
  readonly #judgement: Judgement;
  readonly #check: string;
  readonly #declared: ReadonlySet<string>;
  readonly #levelOf: (requirement: string) => Level;
  readonly #violated: string[];

  /**
   * @param check the id of the check, recorded as the place of its claims
   * @param violated receives the requirement of each violation
   */
  constructor(
    judgement: Judgement,
    { id, requirements }: { readonly id: string; readonly requirements: readonly string[] },
    levelOf: (requirement: string) => Level,
    violated: string[] = [],
  ) {
    this.#judgement = judgement;
    this.#check = id;
    this.#declared = new Set(requirements);
    this.#levelOf = levelOf;
    this.#violated = violated;
  }

  /** Whether the check violated a must-requirement. */
  get hasViolation(): boolean {
    return this.#hasViolation;
  }

  /** The check looks at an answer, on which its next claims may rest. */
  read(exchange: LoggedExchange): void {
    this.#answers.add(exchange);
  }

  /** An answer was as expected: later claims do not rest on it unless the check looks at it again. */
  settle({ number }: Pick<LoggedExchange, 'number'>): void {
    this.#answers.drop(number);
  }

  /** @param exchange the answer that the claim is about */
  meet(requirement: string, exchange: number): void {
    this.#note(requirement);
    this.settle({ number: exchange });
    this.#judgement.exercise(requirement, this.#check);
  }

  /** @returns whether the requirement is a must, so that the check ends */
  violate(requirement: string, exchange: number, details: FindingDetails): boolean {
    this.#note(requirement);
    this.#judgement.note(requirement, this.#check);
    this.broken.push({ requirement, exchange, details: { ...details, ...this.#answers.beside(exchange) } });
    this.#violated.push(requirement);
    const isMust = this.#levelOf(requirement) === 'must';
    this.#hasViolation ||= isMust;
    return isMust;
  }

  #note(requirement: string): void {
    if (!this.#declared.has(requirement))
      throw new RangeError(`the check does not declare ${requirement}; add it to its requirements`);
    this.settled.add(requirement);
  }
}
