/** JSON Pointers (RFC 6901), and the places in a schema that contain other schemas. */
import { isObject, type JsonObject } from './spec.ts';

export function append(pointer: string, ...tokens: readonly (string | number)[]): string {
  return [pointer, ...tokens.map((token) => String(token).replaceAll('~', '~0').replaceAll('/', '~1'))].join(
    '/',
  );
}

/** The tokens of a pointer; none for the empty one. */
export function tokensOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const schemaMaps = ['properties', 'patternProperties'] as const;
const schemaLists = ['allOf', 'anyOf', 'oneOf'] as const;
const schemaMembers = [
  'items',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
] as const;

/**
 * The innermost member that a place in a schema belongs to: the beginning of the pointer, up to `properties/<name>` or
 * `required/<name>`. Undefined for a place that belongs to the type as a whole, such as its `type` or its `oneOf`.
 */
export function memberAround(pointer: string): string | undefined {
  const tokens = tokensOf(pointer);
  let member: string | undefined;
  for (let index = 0; index < tokens.length; index += 1) {
    const keyword = tokens[index] ?? '';
    if (includes(schemaLists, keyword)) index += 1;
    else if (includes(schemaMaps, keyword) || keyword === 'required') {
      index += 1;
      if (index < tokens.length) member = append('', ...tokens.slice(0, index + 1));
    }
  }
  return member;
}

/** Rebuilds a schema, replacing each schema directly inside it. Keeps everything else, including the order of keys. */
export function mapSubschemas(
  schema: JsonObject,
  pointer: string,
  replace: (child: JsonObject, pointer: string, keyword: string) => JsonObject,
): JsonObject {
  const visit = (child: unknown, keyword: string, ...tokens: (string | number)[]) =>
    isObject(child) ? replace(child, append(pointer, keyword, ...tokens), keyword) : child;
  const result: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (includes(schemaMaps, keyword) && isObject(value)) {
      result[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, child]) => [name, visit(child, keyword, name)]),
      );
    } else if (includes(schemaLists, keyword) && Array.isArray(value)) {
      result[keyword] = value.map((child, index) => visit(child, keyword, index));
    } else {
      result[keyword] = includes(schemaMembers, keyword) ? visit(value, keyword) : value;
    }
  }
  return result;
}

/** This schema and every schema inside it, each with its pointer. */
export function* walkSchema(schema: JsonObject, pointer = ''): Generator<readonly [JsonObject, string]> {
  yield [schema, pointer];
  const children: [JsonObject, string][] = [];
  mapSubschemas(schema, pointer, (child, at) => {
    children.push([child, at]);
    return child;
  });
  for (const [child, at] of children) yield* walkSchema(child, at);
}

function includes(keywords: readonly string[], keyword: string): boolean {
  return keywords.includes(keyword);
}
