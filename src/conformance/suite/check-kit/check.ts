import type { CauseId, Need, RequirementId, RequirementIds } from '../../../../generated/ids.d.ts';
import type { CheckContext } from './context.ts';
import type { Situation } from './situation.ts';

/**
 * The ids of the requirements. An editor shows the sentence of a requirement at its id, so a check that declares `R['chats.get.exists']` can
 * be read against the contract.
 */
export const R: RequirementIds = new Proxy({} as RequirementIds, { get: (_, id) => id });

/** One test of a live target: it creates a situation and compares the outcome with requirements of the registry. */
export interface Check {
  /** Area, topic and point, like the id of a requirement. Unique; never changes once an edition has frozen it. */
  readonly id: string;
  /** What it brings about, if other checks bring about the like: they differ in the values of factors. */
  readonly situations?: readonly Situation[];
  /** Ids of the requirements that the check verifies. */
  readonly requirements: readonly string[];
  /** The causes of refusals that the check brings about, in the words of spec/causes.yaml. A must has to be decided for one of them. */
  readonly arranges?: readonly string[];
  /** The same for each thing that it does, where it does several one after another. */
  readonly parts?: readonly Pick<Check, 'requirements' | 'arranges'>[];
  /** What the profile must declare besides one credential, in the terms of the statements' `needs`. */
  readonly needs: readonly string[];
  /** How long the check waits on purpose, in milliseconds of the service's time. */
  readonly waits?: number;
  /** Whether it runs while no other check does, apart from those that wait: the request of another one could hide what it looks for. */
  readonly isQuiet?: boolean;
  /** Whether it runs before all others, since it may show that they would prove nothing. */
  readonly isFirst?: boolean;
  /** @throws CheckOver after a violation, CannotGoOn when a precondition is not met */
  run(context: CheckContext): Promise<void>;
}

/** A check as it is written down, in the ids of the contract: the compiler finds an id that does not exist. */
export interface CheckDefinition extends Check {
  readonly requirements: readonly RequirementId[];
  readonly arranges?: readonly CauseId[];
  readonly needs: readonly Need[];
}

/** Declares a check. Its needs may be left out if it has none. */
export function check(
  definition: Omit<CheckDefinition, 'needs'> & Partial<Pick<CheckDefinition, 'needs'>>,
): CheckDefinition {
  return { needs: [], ...definition };
}
