import type { Exchange } from '../../../reference/http/exchange.ts';
import { OPERATIONS } from '../../../reference/http/operation.ts';
import { rewriteAnswers, rewriteEvents } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';
import type { Assertion, Way } from './assertion.ts';
import { listAssertions } from './list-assertions.ts';
import { typeOfBody, typeOfEvent } from './schema.ts';
import { spoil, valueAt } from './spoil.ts';
import { findSpots } from './spots.ts';

const EVERY = OPERATIONS.map(({ operationId }) => operationId);

/** What the server does, for each way; the places follow. */
const BEHAVIOURS: Readonly<Record<Way, string>> = {
  absent: 'Never sent',
  null: 'Sent as null',
  type: 'Sent with another type',
  value: 'Sent with a value that nobody knows',
  format: 'Sent malformed',
  few: 'Sent with too few items',
  twice: 'Sent with one item twice',
};

/** What always violates another requirement first, which says of the same place that it is an object. */
const SHADOWED = 'agents.step.object/type';

/** For each requirement that schemas make, what they assert of it violated wherever it is sent: one breakage for each way. */
export const SHAPE_BREAKAGES: readonly Breakage[] = listBreakages();

function listBreakages(): Breakage[] {
  const groups = new Map<string, { readonly requirement: string; readonly way: Way; places: Set<string> }>();
  for (const { requirement, place, ways } of listAssertions()) {
    for (const way of Object.keys(ways) as Way[]) {
      const id = `${requirement}/${way}`;
      const group = groups.get(id) ?? { requirement, way, places: new Set() };
      group.places.add(tell(place));
      groups.set(id, group);
    }
  }
  groups.delete(SHADOWED);
  return [...groups].map(([id, { requirement, way, places }]) => ({
    id,
    requirement,
    port: 'exchange',
    behaviour: `${BEHAVIOURS[way]}: ${[...places].sort().join(', ')}.`,
    exchange: breaking(requirement, way),
  }));
}

/** Breaks what a requirement asserts in bodies and events alike. */
function breaking(requirement: string, way: Way): (exchange: Exchange) => Exchange {
  const inBodies = rewriteAnswers(EVERY, (body, { status, request }) =>
    spoilAll(typeOfBody(request.operation.operationId, status), body, requirement, way),
  );
  const inEvents = rewriteEvents(() => (event) => [
    { ...event, data: spoilAll(typeOfEvent(event.type), event.data, requirement, way) },
  ]);
  return (exchange) => inBodies(inEvents(exchange));
}

/** The value with everything violated that is asserted of it on behalf of a requirement. */
function spoilAll(type: string | undefined, value: unknown, requirement: string, way: Way): unknown {
  if (type === undefined) return value;
  let spoilt = value;
  for (const { assertion, path } of findSpots(type, value)) {
    const [wrong] = assertion.requirement === requirement ? wrongValues(assertion, way, value, path) : [];
    if (wrong !== undefined) spoilt = spoil(spoilt, path, wrong);
  }
  return spoilt;
}

function wrongValues(
  { ways }: Assertion,
  way: Way,
  value: unknown,
  path: readonly (string | number)[],
): readonly unknown[] {
  return ways[way]?.(valueAt(value, path)) ?? [];
}

/** A place as it is told to people: the type, and the members that lead there. */
function tell(place: string): string {
  const [type = '', pointer = ''] = place.split('#');
  const members = [...pointer.matchAll(/(?:properties|required)\/([^/]+)|\/(items)/g)].map(
    ([, member, items]) => (items ? '[]' : `.${member}`),
  );
  return `\`${type}${members.join('')}\``;
}
