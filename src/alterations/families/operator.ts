import { accepts } from '../../../generated/accepts.js';
import { matchesContract } from '../../../generated/matches-contract.js';
import type { Alteration } from '../alteration.ts';
import { typeOfBody, typeOfEvent } from '../breakages/shapes/schema.ts';
import { ABSENT } from '../decorators/change-member.ts';
import type { Body } from '../decorators/requests.ts';
import { alterPlace, type ChangeValue, positionOf } from './alter-place.ts';
import type { FamilyAlteration } from './family.ts';
import { formatPlace, type Place } from './place.ts';
import { cheapestFirst, type PlaceTraffic, type Sample, type Traffic } from './traffic.ts';
import { replaceAt } from './values.ts';

/** A way to change a value. */
export interface Operator {
  readonly name: string;
  /** What the server does with the value, completing the sentence "The service …". */
  readonly behaviour: string;
  readonly change: ChangeValue;
  /** Whether the operator changes whole events. `change` then returns the events to send instead. */
  readonly isOfEvents?: boolean;
  /** Whether to try the operator at a place even if it changes none of the values seen there. */
  readonly isTriedAt?: (place: Place) => boolean;
}

/** Which places and changes belong to a family. */
export interface FamilyRules {
  /** Whether the family includes an altered body or event, given whether the contract accepts it. */
  isMeant(isAccepted: boolean): boolean;
  /** Whether the family covers this place. */
  isSpoken(place: Place): boolean;
}

/** Tries every operator at every place of the traffic. */
export function* tryOperators(
  family: string,
  operators: readonly Operator[],
  traffic: Traffic,
  { isMeant, isSpoken }: FamilyRules,
): Generator<FamilyAlteration> {
  for (const seen of traffic.places.values()) {
    if (!isSpoken(seen.place)) continue;
    for (const operator of operators) {
      if (!isFor(operator, seen.place)) continue;
      const isTried =
        operator.isTriedAt?.(seen.place) || seen.samples.some((sample) => isPossible(operator, seen, sample));
      if (!isTried) continue;
      yield {
        ...alteration(family, operator, seen),
        get checks() {
          return cheapestFirst(seen.checks, traffic);
        },
      };
    }
  }

  function isPossible({ change }: Operator, { place }: PlaceTraffic, sample: Sample): boolean {
    const other = change(sample.value, { ...sample, ...positionOf(place) });
    if (other === undefined || JSON.stringify(other) === JSON.stringify(sample.value)) return false;
    if (sample.path.length === 0) return isMeant(true);
    const isAccepted = accepted(accepts, other);
    // Null that stands for an absent member says what an operator that leaves the member out says.
    const isAbsence =
      other === null && isAccepted && accepted(accepts, ABSENT) && !accepted(matchesContract, null);
    return isMeant(isAccepted) && !isAbsence;

    function accepted(validators: object, value: unknown): boolean {
      return passes(validators, place, sample.status, replaceAt(sample.root, sample.path, value));
    }
  }
}

function alteration(
  family: string,
  { name, behaviour, change }: Operator,
  { place, samples }: PlaceTraffic,
): Alteration {
  const text = formatPlace(place);
  // Until a server has shown another object, it shows one from the sound run.
  const other = samples.find((sample) => sample.other !== undefined)?.other;
  return {
    id: `${family}/${text}/${name}`,
    behaviour: `At ${text}, the service ${behaviour}.`,
    port: 'exchange',
    exchange: alterPlace(place, (value, there) => change(value, { other, ...there })),
  };
}

/** Whole bodies are skipped, and so are whole events unless the operator is made for them. */
function isFor({ isOfEvents = false }: Operator, { event, pointer }: Place): boolean {
  return isOfEvents ? pointer === '' && event !== undefined : pointer !== '';
}

function passes(validators: object, { operation, event }: Place, status: number, root: Body): boolean {
  const type = event === undefined ? typeOfBody(operation, status) : typeOfEvent(event);
  const validate = validators[type as keyof typeof validators] as ((value: unknown) => boolean) | undefined;
  return validate?.(root) ?? true;
}
