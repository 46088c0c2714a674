import { typeOfBody, typeOfEvent } from '../../../src/alterations/breakages/shapes/schema.ts';
import { findSpots, valueAt } from '../../../src/alterations/breakages/shapes/spots.ts';
import { noteEvents } from '../../../src/alterations/decorators/rewrite-events.ts';
import { mapAnswer } from '../../../src/reference/exchange-scope.ts';
import type { Decorator } from '../../../src/reference/ports.ts';
import { JOURNEYS } from './journeys.ts';
import { travel } from './travel.ts';

/**
 * Finds the journeys that a breakage of a shape reaches, by its id: those in which the sound server sends something that the breakage changes.
 * All other journeys run as with the sound server, since such a breakage changes nothing else.
 */
export async function findReach(): Promise<ReadonlyMap<string, readonly string[]>> {
  const reach = new Map<string, string[]>();
  for (const journey of Object.keys(JOURNEYS)) {
    for (const id of await spoiltIn(journey)) reach.set(id, [...(reach.get(id) ?? []), journey]);
  }
  return reach;
}

/** The ids of the breakages that change something that the sound server sends in one journey. */
async function spoiltIn(journey: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const note = (type: string | undefined, value: unknown) => {
    if (type !== undefined) for (const id of spoilersOf(type, value)) ids.add(id);
  };
  await travel([noting(note)], [journey]);
  return ids;
}

export type Note = (type: string | undefined, value: unknown) => void;

/** Records every body and every event, with its type. */
export function noting(note: Note): Decorator {
  const inStreams = noteEvents(
    () =>
      ({ type, data }) =>
        note(typeOfEvent(type), data),
  );
  return {
    exchange: (exchange) => {
      const noted = inStreams(exchange);
      return (request) =>
        mapAnswer(noted(request), (answer) => {
          const { operationId } = request.operation;
          if (!('open' in answer)) note(typeOfBody(operationId, answer.status), answer.body);
          return answer;
        });
    },
  };
}

function spoilersOf(type: string, value: unknown): string[] {
  return findSpots(type, value).flatMap(({ assertion: { requirement, ways }, path }) =>
    Object.entries(ways)
      .filter(([, makeWrong]) => makeWrong(valueAt(value, path)).length > 0)
      .map(([way]) => `${requirement}/${way}`),
  );
}
