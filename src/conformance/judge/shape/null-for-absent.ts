import { isObject, type JsonObject } from '../json.ts';
import { matchOperation, typeOfBody } from '../operations.ts';
import { EVENTS } from '../rules/event-names.ts';
import { applicable, type ShapeNode, shapeOf } from './node.ts';

/**
 * The value without the members for which null stands for absent: those that are not promised there, and whose own schema does not
 * take null. What the judge, the checks and the questions about readings see of an answer or event is this value, so none of them has to tell
 * null and absence apart. In objects that the contract does not describe, null is data.
 *
 * @param type the type of the whole body, or of the data of an event
 * @returns the value itself if it has no such member
 */
export function withoutNulls(type: string, value: unknown): unknown {
  return strip([shapeOf(type)], value);
}

/** The same for the body of the answer to a request. */
export function bodyWithoutNulls(
  request: { readonly method: string; readonly path: string },
  status: number,
  body: unknown,
): unknown {
  const match = matchOperation(request.method, request.path);
  const type = match && typeOfBody(match.operation, status);
  return type === undefined ? body : withoutNulls(type, body);
}

/** The same for the data of an event. */
export function dataWithoutNulls(event: string, data: unknown): unknown {
  const known = EVENTS.get(event);
  return known ? withoutNulls(known.schema, data) : data;
}

function strip(described: readonly ShapeNode[], value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const nodes = described.flatMap((node) => applicable(node, value));
  if (Array.isArray(value)) {
    const items = nodes.flatMap((node) => node.items ?? []);
    return items.length === 0 ? value : stripItems(items, value);
  }
  return isObject(value) && nodes.some(({ members }) => members.length > 0)
    ? stripMembers(nodes, value)
    : value;
}

function stripItems(items: readonly ShapeNode[], value: readonly unknown[]): readonly unknown[] {
  const stripped = value.map((item) => strip(items, item));
  return stripped.some((item, index) => item !== value[index]) ? stripped : value;
}

function stripMembers(nodes: readonly ShapeNode[], value: JsonObject): JsonObject {
  const changed = new Map<string, unknown>();
  for (const name in value) {
    const member = value[name];
    if (typeof member !== 'object') continue;
    const described = nodes.flatMap((node) => node.member(name) ?? []);
    const isGone = member === null && isAbsent(nodes, described, name);
    const stripped = isGone ? undefined : strip(described, member);
    if (stripped !== member) changed.set(name, stripped);
  }
  if (changed.size === 0) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    changed.has(name) ? changed.get(name) : member,
  ]);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function isAbsent(holders: readonly ShapeNode[], described: readonly ShapeNode[], name: string): boolean {
  return (
    !holders.some((node) => node.tellsNullFromAbsence || node.promises(name)) &&
    !described.some(({ takesNull }) => takesNull)
  );
}
