import type { Operation } from '../../../../generated/operations.d.ts';
import { readGenerated } from '../../generated.ts';
import { type Place, placeOfAnswer, placeOfEvent } from '../place.ts';
import { EVENTS } from '../rules/event-names.ts';
import { type ShapeNode, shapeOf } from './node.ts';

let places: ReadonlyMap<string, ReadonlySet<Place>> | undefined;

/**
 * The places at which the contract shows each requirement of a shape: the answers and events whose schemas contain what it describes. A
 * replayed send shows its outcome again, so that is a place of its own.
 */
export function placesOfShapes(): ReadonlyMap<string, ReadonlySet<Place>> {
  if (places) return places;
  const found = new Map<string, Set<Place>>();
  for (const [type, place] of messages()) {
    for (const row of rowsOf(type)) found.set(row, (found.get(row) ?? new Set()).add(place));
  }
  places = found;
  return found;
}

/** Every kind of message of the contract: the type of its body or data, and its place. */
function* messages(): Generator<readonly [type: string, place: Place]> {
  for (const { operationId, responses } of readGenerated<readonly Operation[]>('operations.json')) {
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
    if (success && !success.includes('/')) {
      yield [success, placeOfAnswer(operationId)];
      if (operationId === 'sendMessage') yield [success, placeOfAnswer(operationId, { isReplay: true })];
    }
    yield ['FailureResponse', placeOfAnswer(operationId, { isFailure: true })];
  }
  for (const [name, { schema, isTerminal }] of EVENTS) {
    yield [schema, placeOfEvent(name)];
    // What else a replayed stream repeats is open.
    if (isTerminal) yield [schema, placeOfEvent(name, true)];
  }
}

/** The requirements that own assertions of a type, or of a type within it. */
function rowsOf(type: string): Set<string> {
  const rows = new Set<string>();
  const seen = new Set<ShapeNode>();
  const visit = (node: ShapeNode) => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.row !== undefined) rows.add(node.row);
    for (const row of Object.values(node.requiredRows ?? {})) rows.add(row);
    for (const part of node.below()) visit(part);
  };
  visit(shapeOf(type));
  return rows;
}
