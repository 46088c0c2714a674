import type { Place } from '../judge/place.ts';
import { placesOfShapes } from '../judge/shape/shape-places.ts';

/** How many places of a requirement a run looked at. */
export interface PlacesSeen {
  readonly seen: number;
  readonly of: number;
  /** The places that were not looked at, by the reason. */
  readonly missing: readonly MissingPlaces[];
}

export interface MissingPlaces {
  readonly reason: string;
  readonly places: readonly Place[];
}

/** The reason where nothing else is known. */
const NEVER_CAME = 'did not come up in the run';

/** The checks of the suite, which know the requirements they verify. */
export type Verifiers = readonly { readonly id: string; readonly requirements: readonly string[] }[];

/** The place of a requirement that neither a shape nor a check shows, but a rule of the judge. */
const WIRE = 'wire';

/**
 * The places at which a requirement holds: each answer and event whose schema the requirement is about, and each check that verifies it, since
 * a check brings about one situation. A requirement of the judge's rules has one place, the wire.
 */
export function placesOf(requirement: string, verifiers: Verifiers): readonly Place[] {
  const shapes = placesOfShapes().get(requirement) ?? [];
  const checks = verifiers.filter(({ requirements }) => requirements.includes(requirement));
  const places = [...new Set([...shapes, ...checks.map(({ id }) => id)])];
  return places.length > 0 ? places : [WIRE];
}

/**
 * @param row what the judge noted about the requirement
 * @param why says of a place why nothing was looked at there
 */
export function countPlaces(
  places: readonly Place[],
  row: { readonly exercised: boolean; readonly places?: ReadonlySet<Place> } | undefined,
  why: (place: Place) => string = () => NEVER_CAME,
): PlacesSeen {
  const isSeen = (place: Place) => (place === WIRE ? row?.exercised : row?.places?.has(place)) ?? false;
  const missing = places.filter((place) => !isSeen(place));
  const reasons = Map.groupBy(missing, why);
  return {
    seen: places.length - missing.length,
    of: places.length,
    missing: [...reasons].map(([reason, those]) => ({ reason, places: those })),
  };
}

/** Lists places with the reasons why they were not looked at, for a person. */
export function describeMissing(missing: readonly MissingPlaces[]): string {
  return missing.map(({ reason, places }) => `${places.join(', ')} (${reason})`).join('; ');
}

/** What a run knows of a check. */
interface Ran {
  readonly id: string;
  readonly status: 'passed' | 'violated' | 'incomplete' | 'left-out';
  readonly reason?: string;
}

/**
 * Returns the function that says why nothing was looked at at a place.
 *
 * @param rows what the judge noted about all requirements
 */
export function explainPlaces(
  checks: readonly Ran[],
  rows: Iterable<{ readonly places?: ReadonlySet<Place> }>,
): (place: Place) => string {
  const ran = new Map(checks.map((check) => [check.id, check]));
  const came = new Set([...rows].flatMap(({ places = [] }) => [...places]));
  return (place) => {
    const check = ran.get(place);
    if (check) return check.reason ?? ENDED[check.status];
    return came.has(place) ? 'what came there did not contain it' : NEVER_CAME;
  };
}

/** Why a check that ended without a reason did not look at one of its requirements. */
const ENDED: Readonly<Record<Ran['status'], string>> = {
  passed: 'the check met nothing that shows it',
  violated: 'the check ended at a violation before',
  incomplete: 'the check did not reach its end',
  'left-out': 'the check did not run',
};
