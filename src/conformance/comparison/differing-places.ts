import { Seen } from '../readings/seen.ts';
import { EVENTS, ITEM, isAlike, isOfItem, type Outline, outlineOf, STATUS, TYPE, write } from './outline.ts';
import type { Pair } from './pair-answers.ts';

/** What stands at a place in two answers; absent where there is no such member. */
export interface Values {
  readonly one?: string;
  readonly other?: string;
}

/** The places at which two answers differ. Where the status or the kind of the body does, nothing else can be compared. */
export function differingPlaces({
  one,
  other,
}: Pick<Pair, 'one' | 'other'>): { readonly place: string; readonly values: Values }[] {
  const [first, second] = [outlineOf(new Seen(one.exchange)), outlineOf(new Seen(other.exchange))];
  const differing = (place: string) => {
    const [left, right] = [first.get(place), second.get(place)];
    if (left && right && isAlike(place, left, right)) return [];
    return left || right
      ? [{ place, values: { ...(left && { one: write(left) }), ...(right && { other: write(right) }) } }]
      : [];
  };
  const areBothWhole = first.has(EVENTS) === second.has(EVENTS);
  const [decisive] = [STATUS, TYPE, ...(areBothWhole ? [EVENTS] : [])].flatMap(differing);
  if (decisive) return [decisive];
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((place) => hasEvent(place, first, second) && hasItems(place, first, second))
    .filter((place) => !isWithinOther(place, first, second))
    .flatMap(differing);
}

/** Whether both streams have the event of a place. One that a check has left may lack its last ones. */
function hasEvent(place: string, ...outlines: readonly Outline[]): boolean {
  if (place === EVENTS) return false;
  const event = place.slice(0, place.indexOf('!') + 1);
  return outlines.every((outline) => [...outline.keys()].some((key) => key.startsWith(event)));
}

/** Whether both pages have items, if the place is in one. */
function hasItems(place: string, ...outlines: readonly Outline[]): boolean {
  return !isOfItem(place) || outlines.every((outline) => outline.has(ITEM));
}

/** Whether one answer lacks the object or list in which a place is. Then that is the difference, and not all that is in it. */
function isWithinOther(place: string, ...outlines: readonly Outline[]): boolean {
  // The names of events have dots too: `message.step!steps[].key`.
  const begin = place.indexOf('!') + 1;
  const containers = [...place.slice(begin).matchAll(/[.[]/g)].map(({ index }) =>
    place.slice(0, begin + index),
  );
  return containers.some((container) => outlines.some((outline) => !isContainer(outline.get(container))));
}

function isContainer(values: ReadonlySet<string> = new Set()): boolean {
  return values.has('an object') || values.has('a list');
}
