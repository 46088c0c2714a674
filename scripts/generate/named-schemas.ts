/**
 * The schemas of the document in the form from which types are made: each object has a name and each member a description. Editors
 * then show `Step` instead of all members of a step.
 */
import { resolverOf } from './document-schemas.ts';
import { mapSubschemas } from './pointer.ts';
import { isObject, type JsonObject } from './spec.ts';

/** Names the type of a text with open values, next to its schema. */
export const openTypeMark = 'x-open-type';

/** The members that hold the code of a failure. */
const codes: Readonly<Record<string, string>> = { FailureResponse: 'message_code', MessageError: 'code' };

/** The document, and the known values of each type of a member with open values. */
export interface NamedSchemas {
  readonly document: JsonObject;
  readonly openTypes: ReadonlyMap<string, readonly string[]>;
}

export function nameSchemas(document: JsonObject): NamedSchemas {
  const components = isObject(document.components) ? document.components : {};
  const schemas = isObject(components.schemas) ? components.schemas : {};
  const named = new Map<string, JsonObject>();
  const openTypes = new Map<string, readonly string[]>();
  for (const [owner, schema] of Object.entries(schemas)) {
    if (isObject(schema)) named.set(owner, nameMembers(owner, schema, named, openTypes));
  }
  const resolve = resolverOf(document);
  const described = [...named]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => [name, describe(schema, resolve)]);
  return {
    document: { ...document, components: { ...components, schemas: Object.fromEntries(described) } },
    openTypes,
  };
}

/** Names the members of an object: objects become separate schemas, and open texts get the name of their type. */
function nameMembers(
  owner: string,
  schema: JsonObject,
  named: Map<string, JsonObject>,
  openTypes: Map<string, readonly string[]>,
): JsonObject {
  if (!isObject(schema.properties)) return schema;
  const properties = Object.entries(schema.properties).map(([name, member]) => {
    if (!isObject(member)) return [name, member];
    if (isObject(member.properties)) {
      const type = String(member.title ?? `${owner}${capitalise(name)}`);
      named.set(type, nameMembers(type, member, named, openTypes));
      return [name, { $ref: `#/components/schemas/${type}`, description: member.description }];
    }
    if (codes[owner] === name) return [name, { ...member, [openTypeMark]: 'ErrorCode' }];
    const values = knownValues(name, member, schema);
    if (values.length === 0) return [name, member];
    const type = `${owner}${capitalise(name)}`;
    openTypes.set(type, values);
    return [name, { ...member, [openTypeMark]: type }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The values of an open text that the conditions of its object compare it with. */
function knownValues(name: string, member: JsonObject, owner: JsonObject): readonly string[] {
  if (member.type !== 'string' || member.enum !== undefined || member.const !== undefined) return [];
  const found: string[] = [];
  const search = (node: unknown): void => {
    if (!isObject(node)) return;
    const compared = isObject(node.properties) ? node.properties[name] : undefined;
    if (isObject(compared) && typeof compared.const === 'string') found.push(compared.const);
    for (const child of Object.values(node)) search(child);
  };
  search(owner['x-conditions']);
  return [...new Set(found)];
}

/**
 * Moves each description to the place where openapi-typescript writes it without a tag, and gives a reference without a description that
 * of its schema. With a discriminator, each alternative would become an intersection.
 */
function describe(schema: JsonObject, resolve: (ref: string) => unknown): JsonObject {
  const { title: _title, discriminator: _discriminator, description, format, ...rest } = schema;
  const target = typeof rest.$ref === 'string' ? resolve(rest.$ref) : undefined;
  const text = description ?? (isObject(target) ? target.description : describeEvent(rest));
  const note = format === undefined ? '' : ` Format: ${format}.`;
  const node = mapSubschemas(rest, '', (child) => describe(child, resolve));
  if (node.const !== undefined) delete node.enum;
  return text === undefined ? node : { title: `${text}${note}`, ...node };
}

/** The alternatives of StreamEvent have no descriptions. */
function describeEvent({ properties }: JsonObject): string | undefined {
  const type = isObject(properties) ? properties.type : undefined;
  return isObject(type) && typeof type.const === 'string' ? `The event \`${type.const}\`.` : undefined;
}

function capitalise(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
