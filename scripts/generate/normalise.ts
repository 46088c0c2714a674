import { append, mapSubschemas } from './pointer.ts';
import { isObject, type JsonObject } from './spec.ts';

/** Changes one schema of the source before it is normalised; the pointer is its place in the source. */
export type Edit = (schema: JsonObject, pointer: string) => JsonObject;

const annotations = ['title', 'description', 'examples', 'example', 'default', 'deprecated', '$comment'];
/** Whether the keyword only informs a reader and asserts nothing. */
export function isAnnotation(keyword: string): boolean {
  return annotations.includes(keyword) || keyword.startsWith('x-');
}

/** Annotations that an edit adds and that therefore stay. */
const marks = ['x-row', 'x-required-rows', 'x-required-decided', 'x-tells-null'];

/**
 * Rewrites a schema so that an error names only the alternative that was intended:
 * - `oneOf: [X, null]` becomes "unless null, X";
 * - a `oneOf` whose alternatives differ in one const member names that member as its discriminator.
 * Drops annotations. Accepts exactly the values that the original schema accepts.
 *
 * @param resolve returns the schema that a `$ref` names
 */
export function normalise(
  schema: JsonObject,
  resolve: (ref: string) => JsonObject,
  edit: Edit = (node) => node,
  pointer = '',
): JsonObject {
  const bare = Object.fromEntries(
    Object.entries(edit(schema, pointer)).filter(
      ([keyword]) => !isAnnotation(keyword) || marks.includes(keyword),
    ),
  );
  const node = mapSubschemas(bare, pointer, (child, at) =>
    // A condition asserts nothing, so it contains nothing to edit.
    normalise(child, resolve, at === append(pointer, 'if') ? undefined : edit, at),
  );
  return addDiscriminator(unwrapNullable(node), resolve);
}

function unwrapNullable(node: JsonObject): JsonObject {
  const { oneOf, ...rest } = node;
  if (!Array.isArray(oneOf) || oneOf.length !== 2 || 'if' in node) return node;
  const other = oneOf.filter((branch) => !isObject(branch) || branch.type !== 'null');
  return other.length === 1 ? { ...rest, if: { type: 'null' }, else: other[0] } : node;
}

function addDiscriminator(node: JsonObject, resolve: (ref: string) => JsonObject): JsonObject {
  if (!Array.isArray(node.oneOf)) return node;
  const branches = node.oneOf.map((branch: JsonObject) =>
    typeof branch.$ref === 'string' ? resolve(branch.$ref) : branch,
  );
  const [first] = branches;
  const tag = constMembers(first).find((name) =>
    branches.every((branch) => constMembers(branch).includes(name)),
  );
  if (tag === undefined) return node;
  // A discriminator ignores a value that is not an object, so the schema needs a type.
  return { type: 'object', ...node, discriminator: { propertyName: tag } };
}

function constMembers(schema: JsonObject | undefined): string[] {
  const { required, properties, type } = schema ?? {};
  if (type !== 'object' || !Array.isArray(required) || !isObject(properties)) return [];
  return required.filter((name) => isObject(properties[name]) && 'const' in properties[name]);
}
