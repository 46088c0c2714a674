import type { Alteration } from '../alteration.ts';
import type { Traffic } from './traffic.ts';

/** An alteration that a family generates for one place. Its id is `family/place/operator`. */
export interface FamilyAlteration extends Alteration {
  /** Ids of the checks that saw the place in a sound run, cheapest first. Other checks may see it too. Computed on access. */
  readonly checks: readonly string[];
}

/** A kind of misbehaviour that is tried at every place where it is possible. */
export interface Family {
  readonly name: string;
  /** Generates the alterations for the places of a sound run, in a stable order. */
  generate(traffic: Traffic): Iterable<FamilyAlteration>;
}
