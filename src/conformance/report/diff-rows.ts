import { placesOfRow } from '../verdict/places-of-finding.ts';
import { type ShareBounds, shareBounds } from '../verdict/share-bounds.ts';
import type { RequirementReport } from './model.ts';

/** A difference between two rows with the same status. */
export interface RowDifference {
  /**
   * `rate`: violated more often, or less often, than chance explains. `violated-at`: violated at another place. `places`: exercised at fewer
   * or more places.
   */
  readonly kind: 'rate' | 'violated-at' | 'places';
  readonly text: string;
  /** Undefined if it says nothing about the service. */
  readonly isWorse: boolean | undefined;
}

/** Places that a line names. */
const NAMED = 3;

/** What differs between two rows with the same status, besides their findings. */
export function compareRows(before: RequirementReport, after: RequirementReport): readonly RowDifference[] {
  return [compareRates(before, after), compareViolated(before, after), comparePlaces(before, after)].flat();
}

function compareRates({ rounds: a }: RequirementReport, { rounds: b }: RequirementReport): RowDifference[] {
  if (!a || !b || a.seen === 0 || b.seen === 0) return [];
  const [one, other] = [shareBounds(a.violated, a.seen), shareBounds(b.violated, b.seen)];
  const isBelow = (low: ShareBounds, high: ShareBounds) => low.high < high.low;
  if (!isBelow(one, other) && !isBelow(other, one)) return [];
  const text = `violated in ${a.violated} of ${a.seen} rounds -> in ${b.violated} of ${b.seen}`;
  return [{ kind: 'rate', text, isWorse: isBelow(one, other) }];
}

/**
 * Where the later row is newly violated, if the findings are too many to be compared: at an operation, in a check or in an event where the
 * earlier row was met. Which of them occur together may be chance.
 */
function compareViolated(before: RequirementReport, after: RequirementReport): RowDifference[] {
  if (before.violations <= before.findings.length || !before.elsewhere) return [];
  const known = new Set(placesOfRow(before).flat());
  const [first, ...more] = placesOfRow(after).filter((places) => places.some((place) => !known.has(place)));
  if (!first) return [];
  const rest = more.length > 0 ? ` and ${more.length} more` : '';
  return [{ kind: 'violated-at', text: `at ${first.join(', ')}${rest}`, isWorse: true }];
}

function comparePlaces({ places: a }: RequirementReport, { places: b }: RequirementReport): RowDifference[] {
  if (!a || !b || (a.seen === b.seen && a.of === b.of)) return [];
  const missingIn = ({ missing }: typeof a) => missing.flatMap(({ places }) => places);
  const before = new Set(missingIn(a));
  const lost = missingIn(b).filter((place) => !before.has(place));
  const named = lost.slice(0, NAMED).join(', ');
  const rest = lost.length > NAMED ? ` and ${lost.length - NAMED} more` : '';
  const text = `${a.seen} of ${a.of} places -> ${b.seen} of ${b.of}${named === '' ? '' : `; no longer ${named}${rest}`}`;
  return [{ kind: 'places', text, isWorse: undefined }];
}
