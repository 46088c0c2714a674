import type { Place } from '../judge/place.ts';
import { placesOfShapes } from '../judge/shape/shape-places.ts';

/** How many places of a requirement a run looked at. */
export interface PlacesSeen {
  readonly seen: number;
  readonly of: number;
  /** The places that were not looked at. */
  readonly missing: readonly Place[];
}

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

/** @param row what the judge noted about the requirement */
export function countPlaces(
  places: readonly Place[],
  row: { readonly exercised: boolean; readonly places?: ReadonlySet<Place> } | undefined,
): PlacesSeen {
  const isSeen = (place: Place) => (place === WIRE ? row?.exercised : row?.places?.has(place)) ?? false;
  const missing = places.filter((place) => !isSeen(place));
  return { seen: places.length - missing.length, of: places.length, missing };
}
