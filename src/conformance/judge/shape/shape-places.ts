import type { Operation } from '../../../../generated/operations.d.ts';
import { readGenerated } from '../../generated.ts';
import { loadFailures } from '../../registry/failures.ts';
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
  for (const [type, place, without] of messages()) {
    for (const row of rowsOf(type, without)) found.set(row, (found.get(row) ?? new Set()).add(place));
  }
  places = found;
  return found;
}

/** The member of a failure that tells of an outage. */
const DETAILS = ['meta', 'error_details'];

/** Every kind of message of the contract: the type of its body or data, its place, and the member that it never has there. */
function* messages(): Generator<readonly [type: string, place: Place, without?: readonly string[]]> {
  const outages = loadFailures().filter(({ status = 0 }) => status >= 500);
  const mayFail = new Set(outages.flatMap(({ operations = [] }) => operations));
  for (const { operationId, responses } of readGenerated<readonly Operation[]>('operations.json')) {
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
    if (success && !success.includes('/')) {
      yield [success, placeOfAnswer(operationId)];
      if (operationId === 'sendMessage') yield [success, placeOfAnswer(operationId, { isReplay: true })];
    }
    const place = placeOfAnswer(operationId, { isFailure: true });
    // The contract knows no outage of the other operations, so no server has a reason to show its details there.
    yield mayFail.has(operationId) ? ['FailureResponse', place] : ['FailureResponse', place, DETAILS];
  }
  for (const [name, { schema, isTerminal }] of EVENTS) {
    yield [schema, placeOfEvent(name)];
    // What else a replayed stream repeats is open.
    if (isTerminal) yield [schema, placeOfEvent(name, true)];
  }
}

/** The nodes of a member of a shape, by its path, whatever conditions lead to them. */
function nodesAt(node: ShapeNode, path: readonly string[]): ShapeNode[] {
  const [name, ...rest] = path;
  if (name === undefined) return [node];
  const { condition, parts, branches } = node;
  const same = [...parts, ...branches.values(), condition?.then, condition?.else];
  const child = node.member(name);
  return [
    ...(child ? nodesAt(child, rest) : []),
    ...same.flatMap((other) => (other ? nodesAt(other, path) : [])),
  ];
}

/** The requirements that own assertions of a type, or of a type within it, without one member. */
function rowsOf(type: string, without?: readonly string[]): Set<string> {
  const rows = new Set<string>();
  const seen = new Set<ShapeNode>(without ? nodesAt(shapeOf(type), without) : []);
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
