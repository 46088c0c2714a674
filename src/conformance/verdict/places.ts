import type { Place } from '../judge/place.ts';
import { placesOfShapes } from '../judge/shape/shape-places.ts';

/** How many places of a requirement a run checked. */
export interface PlacesSeen {
  readonly seen: number;
  readonly of: number;
  /** The places that were not checked, by reason. */
  readonly missing: readonly MissingPlaces[];
}

export interface MissingPlaces {
  readonly reason: string;
  readonly places: readonly Place[];
}

/** The reason if nothing else is known. */
const NEVER_CAME = 'did not come up in the run';

/** The checks of the suite, with the requirements that each verifies. */
export type Verifiers = readonly { readonly id: string; readonly requirements: readonly string[] }[];

/** The place of a requirement that only a rule of the judge verifies, rather than a shape or a check. */
const WIRE = 'wire';

/**
 * The places where a requirement applies: each response and event whose schema it is about, and each check that verifies it, since each
 * check creates a different situation. A requirement that only the judge's rules verify has one place, the wire.
 */
export function placesOf(requirement: string, verifiers: Verifiers): readonly Place[] {
  const shapes = placesOfShapes().get(requirement) ?? [];
  const checks = verifiers.filter(({ requirements }) => requirements.includes(requirement));
  const places = [...new Set([...shapes, ...checks.map(({ id }) => id)])];
  return places.length > 0 ? places : [WIRE];
}

/**
 * @param row what the judge recorded about the requirement
 * @param why returns the reason why a place was not checked
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

/** Lists places with the reasons why they were not checked. */
export function describeMissing(missing: readonly MissingPlaces[]): string {
  return missing.map(({ reason, places }) => `${places.join(', ')} (${reason})`).join('; ');
}

/** What is known about a check after a run. */
interface Ran {
  readonly id: string;
  readonly status: 'passed' | 'violated' | 'incomplete' | 'left-out';
  readonly reason?: string;
}

/**
 * Returns a function that explains why a place was not checked.
 *
 * @param rows what the judge recorded about all requirements
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

/** Why a check that ended without a reason did not verify one of its requirements. */
const ENDED: Readonly<Record<Ran['status'], string>> = {
  passed: 'the check met nothing that shows it',
  violated: 'the check ended at a violation before',
  incomplete: 'the check did not reach its end',
  'left-out': 'the check did not run',
};
