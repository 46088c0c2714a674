import { eventsOf, operationsOf } from '../generate/documents.ts';
import { readRegistryOpenPoints } from '../generate/registry.ts';
import type { Parity } from './sources.ts';

/** Each open point affects operations and events that exist, so that a published description links to it. */
export const openPointPlaces: Parity = ({ spec }) => {
  const known = new Set([
    'service',
    ...operationsOf(spec).map(({ operationId }) => operationId),
    ...eventsOf(spec).map(({ event }) => event),
  ]);
  return readRegistryOpenPoints(spec).flatMap(({ id, bearsOn }) =>
    bearsOn
      .filter((place) => !known.has(place))
      .map((place) => `${id} bears on ${place}, which is no operation and no event`),
  );
};
