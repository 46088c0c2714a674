import { isObject, type JsonObject } from './spec.ts';

/** A condition on the value of one member: with this value, other members are required. */
interface Condition {
  readonly member: string;
  readonly value: unknown;
  readonly required: readonly string[];
}

/**
 * Writes each component with a condition on a member of few values as a union, for types. TypeScript has no conditions, and a request without
 * the member that the condition requires would type-check. If the values are open, no type can distinguish the branches.
 */
export function withConditionalUnions(document: JsonObject): JsonObject {
  const components = isObject(document.components) ? document.components : {};
  const schemas = isObject(components.schemas) ? components.schemas : {};
  const written = Object.entries(schemas).map(([name, schema]) => [
    name,
    isObject(schema) ? asUnion(schema) : schema,
  ]);
  return { ...document, components: { ...components, schemas: Object.fromEntries(written) } };
}

function asUnion(schema: JsonObject): JsonObject {
  const condition = conditionOf(schema['x-conditions']);
  const { title, description, required, properties } = schema;
  if (!condition || !isObject(properties)) return schema;
  const member = properties[condition.member];
  if (!isObject(member) || !Array.isArray(member.enum) || !member.enum.includes(condition.value))
    return schema;
  const others = member.enum.filter((value: unknown) => value !== condition.value);
  const branch = (values: readonly unknown[], more: readonly string[]) => ({
    type: 'object',
    required: [...[required ?? []].flat(), ...more],
    properties: { ...properties, [condition.member]: { ...member, enum: values } },
  });
  return { title, description, oneOf: [branch([condition.value], condition.required), branch(others, [])] };
}

function conditionOf(conditions: unknown): Condition | undefined {
  const { if: when, then } = isObject(conditions) ? conditions : {};
  if (!isObject(when) || !isObject(then) || !Array.isArray(then.required)) return undefined;
  const [[member, schema] = [], ...more] = Object.entries(isObject(when.properties) ? when.properties : {});
  if (member === undefined || !isObject(schema) || more.length > 0) return undefined;
  return { member, value: schema.const, required: then.required as string[] };
}
