/**
 * Null may stand for an absent member in whatever a server sends. The contract has no null there, and neither have the published
 * schemas; `accepts` takes it.
 */
import { requiredOf } from './assertions.ts';
import { type Edit, isAnnotation } from './normalise.ts';
import { extend, extendedBy, type Resolve } from './published-form.ts';
import { isObject, type JsonObject } from './spec.ts';

/** Whether null is never the same as absence in this object. Its `x-null-for-absent` is then false. */
export function tellsNull(schema: JsonObject): boolean {
  return schema['x-null-for-absent'] === false;
}

/** A type with the members of the type that it extends, since only both together say which members are required. */
export function expanded(schema: JsonObject, resolve: Resolve): JsonObject {
  const $ref = extendedBy(schema);
  const base = $ref === undefined ? undefined : resolve($ref);
  const { allOf: _, ...own } = schema;
  return isObject(base) ? extend(expanded(base, resolve), own) : schema;
}

/** Lets null stand for each member of an object that is not required. */
export const withNulls: Edit = (schema) => {
  if (!isObject(schema.properties) || tellsNull(schema)) return schema;
  const required = requiredOf(schema);
  const members = Object.entries(schema.properties).map(([name, member]) => [
    name,
    required.includes(name) ? withoutNull(member) : withNull(member),
  ]);
  return { ...schema, properties: Object.fromEntries(members) };
};

function withNull(member: unknown): unknown {
  if (!isObject(member) || takesNull(member)) return member;
  return { oneOf: [member, { type: 'null' }] };
}

/** A condition that requires a member says nothing else about it. Its schema is elsewhere, where null may stand for it. */
function withoutNull(member: unknown): unknown {
  return isObject(member) && Object.keys(member).length === 0 ? { not: { type: 'null' } } : member;
}

function takesNull(member: JsonObject): boolean {
  const { type, oneOf } = member;
  const isOpen = Object.keys(member).every(isAnnotation);
  const isChoice = Array.isArray(oneOf) && oneOf.some((branch) => isObject(branch) && branch.type === 'null');
  return isOpen || isChoice || [type].flat().includes('null');
}
