import type { Outline } from './outline.ts';

/** A member in which one of two servers sends what the other sends itself. */
export interface Wrapper {
  readonly member: string;
  /** Which server wraps. */
  readonly server: 0 | 1;
}

interface Unwrapped {
  readonly outlines: readonly [Outline, Outline];
  readonly wrappers: readonly Wrapper[];
}

/**
 * Finds the members in which one of two answers wraps its payload, and takes the payload out.
 *
 * @param known members in which other answers are wrapped. There the payload need not be recognisable, as an empty one is not.
 */
export function unwrap(first: Outline, second: Outline, known: readonly Wrapper[] = []): Unwrapped {
  const outlines: [Outline, Outline] = [first, second];
  const wrappers: Wrapper[] = [];
  const events = [...first.keys()].map((place) => place.slice(0, place.indexOf('!') + 1));
  for (const container of new Set(['', ...events, 'data'])) {
    for (const server of [0, 1] as const) {
      const [bare, wrapping] = server === 1 ? outlines : outlines.toReversed();
      const names = known.flatMap((each) => (each.server === server ? each.member : []));
      const member = bare && wrapping && memberAround(bare, wrapping, container, names);
      if (member === undefined || !wrapping) continue;
      outlines[server] = takeOut(wrapping, container, member);
      wrappers.push({ member, server });
    }
  }
  return { outlines, wrappers };
}

/** The member that holds all that the other answer has at a place. */
function memberAround(
  bare: Outline,
  wrapping: Outline,
  container: string,
  known: readonly string[],
): string | undefined {
  const [own, others] = [childrenOf(bare, container), childrenOf(wrapping, container)];
  const added = [...others].filter((name) => !own.has(name) && name !== ITEMS);
  const holdsAll = (member: string) => {
    const held = childrenOf(wrapping, below(container, member));
    return own.size > 0 && [...own].every((name) => held.has(name));
  };
  return added.find((member) => known.includes(member) || holdsAll(member));
}

/** Puts what a member holds in the place of what it is in. */
function takeOut(outline: Outline, container: string, member: string): Outline {
  const from = below(container, member);
  const isRoot = !isMember(container);
  return new Map(
    [...outline].flatMap(([place, values]) => {
      if (place === from) return isRoot ? [] : [[container, values] as const];
      if (isBelow(place, from)) {
        const rest = place.slice(from.length);
        return [[isRoot ? container + rest.replace(/^\./, '') : container + rest, values] as const];
      }
      const isBeside = place === container || childOf(place, container) !== undefined;
      return isBeside ? [] : [[place, values] as const];
    }),
  );
}

/** How the items of a list are named as a child. */
const ITEMS = '[]';

function childrenOf(outline: Outline, container: string): ReadonlySet<string> {
  return new Set([...outline.keys()].flatMap((place) => childOf(place, container) ?? []));
}

/** The name of the member, or `[]`, with which a place continues another. */
function childOf(place: string, container: string): string | undefined {
  if (isMember(container) ? !isBelow(place, container) : !place.startsWith(container)) return undefined;
  const rest = place.slice(container.length).replace(/^\./, '');
  // `HTTP status` is no member, and neither is an event.
  if (!isMember(container) && container === '' && /[ !]/.test(rest)) return undefined;
  return rest.startsWith(ITEMS) ? ITEMS : /^[^.[]+/.exec(rest)?.[0];
}

function below(container: string, member: string): string {
  return isMember(container) ? `${container}.${member}` : container + member;
}

/** Whether a place is a member, not a whole body or event. */
function isMember(place: string): boolean {
  return place !== '' && !place.endsWith('!');
}

function isBelow(place: string, container: string): boolean {
  return place.startsWith(`${container}.`) || place.startsWith(`${container}[`);
}
