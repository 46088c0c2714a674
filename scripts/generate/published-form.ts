/**
 * The form in which schemas are published. The sources state each fact once, but code generators need more. Both forms accept
 * the same values, except for the conditions, which only the validators check.
 */
import { mapSubschemas } from './pointer.ts';
import { isObject, type JsonObject } from './spec.ts';

/** The schema that a reference names. */
export type Resolve = (ref: string) => unknown;

const conditions = ['if', 'then', 'else'];

/** Without a format, generators read an integer as 32 bits, and a number as single precision. */
const formats: Readonly<Record<string, string>> = { integer: 'int64', number: 'double' };

/** Turns conditions, which generators misread, into an extension, and expands the type that another type extends. */
export function publishedForm(schema: JsonObject, resolve: Resolve): JsonObject {
  const form = (child: JsonObject) => publishedForm(child, resolve);
  return writeOut(setConditionsAside(mapSubschemas(schema, '', form)), resolve);
}

/** `x-conditions` contains `if`, `then` and `else`: readers of the document see them, and generators ignore them. */
function setConditionsAside(node: JsonObject): JsonObject {
  if (!('if' in node)) return node;
  const entries = Object.entries(node);
  const aside = entries.filter(([keyword]) => conditions.includes(keyword));
  const kept = entries.filter(([keyword]) => !conditions.includes(keyword));
  return { ...Object.fromEntries(kept), 'x-conditions': withItems(Object.fromEntries(aside)) };
}

/** A condition need not describe the items of a list, but linters require it for every list. */
function withItems(schema: JsonObject): JsonObject {
  const node = mapSubschemas(schema, '', withItems);
  return node.type === 'array' && node.items === undefined ? { ...node, items: {} } : node;
}

/**
 * Replaces an `allOf` of one reference by the members of the referenced type. Some generators drop members next to an
 * `allOf`, and others treat a member as optional if one part describes it and another requires it.
 */
function writeOut(node: JsonObject, resolve: Resolve): JsonObject {
  const { allOf: _, ...own } = node;
  const $ref = extendedBy(node);
  const base = $ref === undefined ? undefined : resolve($ref);
  return isObject(base) ? extend(publishedForm(base, resolve), own) : node;
}

/** The reference to the type that a schema extends: an `allOf` of only this reference. */
export function extendedBy({ allOf }: JsonObject): string | undefined {
  const [part, ...others] = Array.isArray(allOf) ? allOf : [];
  const isAlone = isObject(part) && typeof part.$ref === 'string' && others.length === 0;
  return isAlone ? String(part.$ref) : undefined;
}

/** An object schema with the members of another one added. Its own members and annotations take precedence. */
export function extend(base: JsonObject, own: JsonObject): JsonObject {
  const { title, description, type, properties, required, ...others } = { ...base, ...own };
  const all = new Set([...listOf(base.required), ...listOf(own.required)]);
  const decided = 'x-decision-required';
  const { [decided]: marks, ...constraints } = others;
  return {
    title,
    description,
    type,
    ...(all.size > 0 && { required: [...all] }),
    ...(marks !== undefined && { [decided]: marks }),
    properties: { ...membersOf(base), ...membersOf(own) },
    ...constraints,
  };
}

/** Adds the bit width of each number. */
export function withNumberFormats(schema: JsonObject): JsonObject {
  const node = mapSubschemas(schema, '', withNumberFormats);
  const [format] = listOf(node.type).flatMap((type) => formats[String(type)] ?? []);
  return format === undefined || node.format !== undefined ? node : insertAfter(node, 'type', { format });
}

function insertAfter(node: JsonObject, key: string, added: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) =>
      name === key ? [[name, value], ...Object.entries(added)] : [[name, value]],
    ),
  );
}

function membersOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

function listOf(value: unknown): readonly unknown[] {
  return value === undefined ? [] : [value].flat();
}
