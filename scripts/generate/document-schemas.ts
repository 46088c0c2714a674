import { isObject, type JsonObject } from './spec.ts';

/** Members of a document that hold values of users instead of schemas. */
const values = ['examples', 'example', 'value', 'default'];

/** Rebuilds a document with each of its schemas changed, both those of components and those inside bodies and parameters. */
export function mapSchemas(document: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  return mapMembers(document, (member, key) => {
    if (values.includes(key)) return member;
    if (Array.isArray(member))
      return member.map((item) => (isObject(item) ? mapSchemas(item, change) : item));
    if (!isObject(member)) return member;
    if (key === 'schema' || key === 'itemSchema') return change(member);
    if (key === 'schemas')
      return mapMembers(member, (schema) => (isObject(schema) ? change(schema) : schema));
    return mapSchemas(member, change);
  });
}

/** The schema that a reference in this document names. */
export function resolverOf(document: JsonObject): (ref: string) => unknown {
  return (ref) => {
    const tokens = ref.split('/').slice(1);
    return tokens.reduce<unknown>(
      (holder, token) => (isObject(holder) ? holder[token] : undefined),
      document,
    );
  };
}

function mapMembers(holder: JsonObject, change: (member: unknown, key: string) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(holder).map(([key, member]) => [key, change(member, key)]));
}
