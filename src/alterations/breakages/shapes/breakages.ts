import type { RequirementId } from '../../../../generated/ids.d.ts';
import { type Breakage, breakage, type Wrap } from '../../alteration.ts';
import { EVERY } from '../../decorators/operations.ts';
import { rewriteAnswers } from '../../decorators/rewrite-answers.ts';
import { rewriteEvents } from '../../decorators/rewrite-events.ts';
import type { Assertion, Way } from './assertion.ts';
import { listAssertions } from './list-assertions.ts';
import { typeOfBody, typeOfEvent } from './schema.ts';
import { findSpots, type Spot, spoil, valueAt } from './spots.ts';

/** For each way to violate an assertion, what the server does at the listed places. */
const BEHAVIOURS: Readonly<Record<Way, string>> = {
  absent: 'Never sent',
  null: 'Sent as null',
  type: 'Sent with another type',
  value: 'Sent with an unknown value',
  format: 'Sent malformed',
  few: 'Sent with too few items',
  twice: 'Sent with one item twice',
};

/** Cannot be caught under its own requirement, because another requirement, that the same place is an object, is always violated first. */
const SHADOWED = 'agents.step.object/type';

/** For each requirement in a schema and each way to violate it, a server that violates it wherever it applies. */
export const SHAPE_BREAKAGES: readonly Breakage[] = listBreakages();

function listBreakages(): Breakage[] {
  const groups = new Map<
    string,
    { readonly requirement: RequirementId; readonly way: Way; places: Set<string> }
  >();
  for (const { requirement, place, ways } of listAssertions()) {
    for (const way of Object.keys(ways) as Way[]) {
      const id = `${requirement}/${way}`;
      const group = groups.get(id) ?? { requirement, way, places: new Set() };
      group.places.add(formatPlace(place));
      groups.set(id, group);
    }
  }
  groups.delete(SHADOWED);
  // The id is typed as a requirement, since the union of requirements and ways is too large for the compiler.
  return [...groups].map(([id, { requirement, way, places }]) =>
    breakage(
      id as RequirementId,
      `${BEHAVIOURS[way]}: ${[...places].sort().join(', ')}.`,
      violating(requirement, way),
    ),
  );
}

/** Violates a requirement's assertions in bodies and events. */
function violating(requirement: RequirementId, way: Way): Wrap {
  const inBodies = rewriteAnswers(EVERY, (body, { status, request }) =>
    spoilAll(typeOfBody(request.operation.operationId, status), body, requirement, way),
  );
  const inEvents = rewriteEvents(() => (event) => [
    { ...event, data: spoilAll(typeOfEvent(event.type), event.data, requirement, way) },
  ]);
  return (exchange) => inBodies(inEvents(exchange));
}

/** Replaces the value at every place about which the requirement asserts something. */
function spoilAll(type: string | undefined, value: unknown, requirement: RequirementId, way: Way): unknown {
  if (type === undefined) return value;
  let spoilt = value;
  for (const { assertion, path } of findSpots(type, value)) {
    const [wrong] = assertion.requirement === requirement ? wrongValues(assertion, way, value, path) : [];
    if (wrong !== undefined) spoilt = spoil(spoilt, path, wrong);
  }
  return spoilt;
}

function wrongValues({ ways }: Assertion, way: Way, value: unknown, path: Spot['path']): readonly unknown[] {
  return ways[way]?.(valueAt(value, path)) ?? [];
}

/** A human-readable place: the type, followed by the members that lead to the place. */
function formatPlace(place: string): string {
  const [type = '', pointer = ''] = place.split('#');
  const members = [...pointer.matchAll(/(?:properties|required)\/([^/]+)|\/(items)/g)].map(
    ([, member, items]) => (items ? '[]' : `.${member}`),
  );
  return `\`${type}${members.join('')}\``;
}
