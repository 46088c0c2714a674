import type { CauseId, Need, RequirementId, RequirementIds } from '../../../../generated/ids.d.ts';
import type { CheckContext } from './context.ts';
import type { Situation } from './situation.ts';

/**
 * The ids of the requirements. Editors show the sentence of a requirement at its id, so one can read `R['chats.get.exists']` in a check
 * against the contract.
 */
export const R: RequirementIds = new Proxy({} as RequirementIds, { get: (_, id) => id });

/** A test of a live target. It sets up a situation and compares the outcome with requirements of the registry. */
export interface Check {
  /** Area, topic and point, like the id of a requirement. Unique; never changes once an edition has frozen it. */
  readonly id: string;
  /** The situations that the check sets up. Related checks differ in the values of their factors. */
  readonly situations?: readonly Situation[];
  /** Ids of the requirements that the check verifies. */
  readonly requirements: readonly string[];
  /**
   * The causes of refusals that the check sets up, by their names in spec/causes.yaml. A must-requirement that depends on causes needs one
   * of them here.
   */
  readonly arranges?: readonly string[];
  /** The same for each step of a check that does several things in a row. */
  readonly parts?: readonly Pick<Check, 'requirements' | 'arranges'>[];
  /** What the profile must declare besides one credential, with the names that statements use in `needs`. */
  readonly needs: readonly string[];
  /** How long the check waits on purpose, in milliseconds of the service's time. */
  readonly waits?: number;
  /** Whether the check runs alone, apart from waiting checks, because requests of other checks could hide what it looks for. */
  readonly isQuiet?: boolean;
  /** Whether the check runs before all others, because it may show that they would prove nothing, or they may hide what it looks for. */
  readonly isFirst?: boolean;
  /** @throws CheckOver after a violation, CannotGoOn when a precondition is not met */
  run(context: CheckContext): Promise<void>;
}

/** A check as authors write it, with the ids of the contract. The compiler rejects an id that does not exist. */
export interface CheckDefinition extends Check {
  readonly requirements: readonly RequirementId[];
  readonly arranges?: readonly CauseId[];
  readonly needs: readonly Need[];
}

/** Declares a check. `needs` is optional. */
export function check(
  definition: Omit<CheckDefinition, 'needs'> & Partial<Pick<CheckDefinition, 'needs'>>,
): CheckDefinition {
  return { needs: [], ...definition };
}
