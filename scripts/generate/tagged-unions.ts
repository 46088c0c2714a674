import { resolverOf } from './document-schemas.ts';
import { isObject, type JsonObject } from './spec.ts';

/** An alternative of a union: the component that holds it, and the value of its tag. */
interface Alternative {
  readonly name: string;
  readonly schema: JsonObject;
  readonly tags: ReadonlyMap<string, string>;
}

const refTo = (name: string) => `#/components/schemas/${name}`;

/**
 * Adds a discriminator to each union among the components if its alternatives differ in the constant of one member. Alternatives that
 * are written inside the union become components, named by their title. Otherwise the generators of some languages make one type
 * for all alternatives, or a union that cannot say which alternative a value is.
 */
export function withTaggedUnions(document: JsonObject): JsonObject {
  const { components } = document;
  if (!isObject(components) || !isObject(components.schemas)) return document;
  const resolve = resolverOf(document);
  const schemas: Record<string, unknown> = { ...components.schemas };
  for (const [union, schema] of Object.entries(components.schemas)) {
    const alternatives = alternativesOf(schema, resolve);
    const tag = alternatives && commonTag(alternatives);
    if (tag === undefined || alternatives === undefined || !isObject(schema)) continue;
    for (const { name, schema: alternative } of alternatives) schemas[name] = withEnumOfTag(alternative, tag);
    schemas[union] = {
      ...schema,
      oneOf: alternatives.map(({ name }) => ({ $ref: refTo(name) })),
      discriminator: {
        propertyName: tag,
        mapping: Object.fromEntries(alternatives.map(({ name, tags }) => [tags.get(tag), refTo(name)])),
      },
    };
  }
  const byName = Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { ...document, components: { ...components, schemas: Object.fromEntries(byName) } };
}

/** Undefined if an alternative has no name, because generators would number it. */
function alternativesOf(
  union: unknown,
  resolve: (ref: string) => unknown,
): readonly Alternative[] | undefined {
  const oneOf = isObject(union) && Array.isArray(union.oneOf) ? (union.oneOf as readonly unknown[]) : [];
  const found = oneOf.flatMap((item): readonly Alternative[] => {
    if (!isObject(item)) return [];
    const schema = typeof item.$ref === 'string' ? resolve(item.$ref) : item;
    const name = typeof item.$ref === 'string' ? item.$ref.split('/').at(-1) : item.title;
    return isObject(schema) && typeof name === 'string' ? [{ name, schema, tags: tagsOf(schema) }] : [];
  });
  return found.length > 1 && found.length === oneOf.length ? found : undefined;
}

/** The required members whose schema is a constant text. */
function tagsOf({ properties, required }: JsonObject): ReadonlyMap<string, string> {
  const members = isObject(properties) ? Object.entries(properties) : [];
  return new Map(
    members.flatMap(([name, member]): readonly (readonly [string, string])[] =>
      isObject(member) && typeof member.const === 'string' && [required].flat().includes(name)
        ? [[name, member.const]]
        : [],
    ),
  );
}

function commonTag(alternatives: readonly Alternative[]): string | undefined {
  const candidates = [...(alternatives[0]?.tags.keys() ?? [])];
  return candidates.find((tag) => {
    const values = new Set(alternatives.map(({ tags }) => tags.get(tag)));
    return values.size === alternatives.length && !values.has(undefined);
  });
}

/** Some generators support a constant only as an `enum` of one value. */
function withEnumOfTag(alternative: JsonObject, tag: string): JsonObject {
  const properties = isObject(alternative.properties) ? alternative.properties : {};
  const member = properties[tag];
  if (!isObject(member)) return alternative;
  const marked = { ...member, enum: [member.const] };
  return { ...alternative, properties: { ...properties, [tag]: marked } };
}
