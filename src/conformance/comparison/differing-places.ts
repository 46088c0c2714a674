import { Seen } from '../readings/seen.ts';
import { EVENTS, ITEM, isAlike, isOfItem, type Outline, outlineOf, STATUS, TYPE, write } from './outline.ts';
import type { Pair } from './pair-answers.ts';
import { unwrap, type Wrapper } from './wrapped.ts';

/** What stands at a place in two answers; absent where there is no such member. */
export interface Values {
  readonly one?: string;
  readonly other?: string;
}

/** The place of a payload that one of the servers wraps in a member. */
export const PAYLOAD = 'payload';

/**
 * The places at which two answers differ. Where the status or the kind of the body does, nothing else can be compared.
 *
 * @param known the members in which one of the servers wraps payloads
 */
export function differingPlaces(
  { one, other }: Pick<Pair, 'one' | 'other'>,
  known: readonly Wrapper[] = [],
): { readonly place: string; readonly values: Values }[] {
  const bare = [outlineOf(new Seen(one.exchange)), outlineOf(new Seen(other.exchange))] as const;
  const {
    outlines: [first, second],
    wrappers,
  } = unwrap(...bare, known);
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
  // A stream that a check has left may lack its last events.
  const events = [first, second].map((outline) => new Set([...outline.keys()].map(eventOf)));
  const isInBoth = (place: string) => events.every((names) => names.has(eventOf(place)));
  const members = [...new Set([...first.keys(), ...second.keys()])]
    .filter((place) => place !== EVENTS && isInBoth(place) && hasItems(place, first, second))
    .filter((place) => !isWithinOther(place, first, second))
    .flatMap(differing);
  return [...wrappers.map(describeWrapper), ...members];
}

function describeWrapper({ member, server }: Wrapper): { readonly place: string; readonly values: Values } {
  const wrapped = `in ${JSON.stringify(member)}`;
  const [one, other] = server === 0 ? [wrapped, ITSELF] : [ITSELF, wrapped];
  return { place: PAYLOAD, values: { one, other } };
}

const ITSELF = 'itself';

/** The members in which a server wraps payloads, according to all its answers. */
export function findWrappers(pairs: readonly Pair[]): readonly Wrapper[] {
  const found = pairs.flatMap(
    ({ one, other }) =>
      unwrap(outlineOf(new Seen(one.exchange)), outlineOf(new Seen(other.exchange))).wrappers,
  );
  return [...new Map(found.map((wrapper) => [`${wrapper.server} ${wrapper.member}`, wrapper])).values()];
}

/** The event of a place, with the mark behind it; empty for a place of the whole answer. */
function eventOf(place: string): string {
  return place.slice(0, place.indexOf('!') + 1);
}

/** Whether both pages have items, if the place is in one. */
function hasItems(place: string, ...outlines: readonly Outline[]): boolean {
  return !isOfItem(place) || outlines.every((outline) => outline.has(ITEM));
}

/** Whether one answer lacks the object or list in which a place is. Then that is the difference, and not all that is in it. */
function isWithinOther(place: string, ...outlines: readonly Outline[]): boolean {
  // The names of events have dots too: `message.step!steps[].key`.
  const begin = eventOf(place).length;
  const containers = [...place.slice(begin).matchAll(/[.[]/g)].map(({ index }) =>
    place.slice(0, begin + index),
  );
  return containers.some((container) => outlines.some((outline) => !isContainer(outline.get(container))));
}

function isContainer(values: ReadonlySet<string> = new Set()): boolean {
  return values.has('an object') || values.has('a list');
}
