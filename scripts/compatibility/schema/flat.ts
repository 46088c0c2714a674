/**
 * Flattens a schema: resolves references, joins `allOf`, and reads a `oneOf` with null as a nullable schema. Two editions may
 * write the same shape differently, and only the shape is a promise.
 */
import { decisionsOf } from '../../generate/assertions.ts';
import { isObject, type JsonObject } from '../../generate/spec.ts';
import { BrokenReferenceError, follow } from '../place.ts';

/** A schema in its document. */
export interface Part {
  readonly node: JsonObject;
  /** Where it is written. A reference starts a new place, so that a shared schema has only one. */
  readonly pointer: string;
  /** Null is also allowed. */
  readonly isNullable: boolean;
}

/** Schemas that a value must all satisfy. An empty list allows every value. */
export type Conjunction = readonly Part[];

/** The value of a keyword in one of the parts. */
export interface Said {
  readonly value: unknown;
  readonly part: Part;
}

export interface Union {
  readonly keyword: 'oneOf' | 'anyOf';
  readonly pointer: string;
  readonly variants: readonly Conjunction[];
}

export interface Condition {
  readonly pointer: string;
  readonly if: unknown;
  readonly then: Conjunction;
  readonly else: Conjunction;
}

export interface FlatSchema {
  /** Keywords by name, without those that join schemas. `const` is an `enum` of one. */
  readonly said: ReadonlyMap<string, readonly Said[]>;
  readonly required: ReadonlyMap<string, Part>;
  readonly properties: ReadonlyMap<string, Conjunction>;
  readonly unions: readonly Union[];
  readonly conditions: readonly Condition[];
  /** The assertions that are our decision rather than a promise: keywords, and `required <member>`. */
  readonly decided: ReadonlySet<string>;
}

/** Keywords with a separate member above. */
const joining = [
  '$ref',
  'allOf',
  'oneOf',
  'anyOf',
  'if',
  'then',
  'else',
  'x-conditions',
  'required',
  'properties',
];

export function partOf(schema: unknown, pointer: string): Part {
  // The two boolean schemas, written as objects.
  const node = isObject(schema) ? schema : schema === false ? { not: {} } : {};
  return { node, pointer, isNullable: false };
}

export function conjunctionOf(schema: unknown, pointer: string): Conjunction {
  return schema === undefined ? [] : [partOf(schema, pointer)];
}

/** @throws BrokenReferenceError if a reference has no target or leads back to itself */
export function flatten(document: JsonObject, conjunction: Conjunction): FlatSchema {
  const parts = conjunction.flatMap((part) => expand(document, part, []));
  return {
    said: keywordsOf(parts),
    required: new Map(parts.flatMap((part) => requiredOf(part.node).map((member) => [member, part]))),
    properties: propertiesOf(parts),
    unions: parts.flatMap(unionsOf),
    conditions: parts.flatMap(conditionsOf),
    decided: new Set(parts.flatMap(decidedOf)),
  };
}

/** A part and the parts that it includes by `$ref`, by `allOf` or in a nullable `oneOf`. */
function expand(document: JsonObject, part: Part, passed: readonly string[]): Part[] {
  const { node, pointer, isNullable } = part;
  const inner: Part[] = listOf(node.allOf).map((schema, index) => ({
    ...partOf(schema, `${pointer}/allOf/${index}`),
    isNullable,
  }));
  if (typeof node.$ref === 'string') {
    if (passed.includes(node.$ref)) throw new BrokenReferenceError(`${node.$ref} leads back to itself`);
    inner.push({ ...partOf(follow(document, node.$ref), node.$ref), isNullable });
  }
  const nullable = nullableOf(part);
  if (nullable !== undefined) inner.push(nullable);
  const further = typeof node.$ref === 'string' ? [...passed, node.$ref] : passed;
  return [part, ...inner.flatMap((one) => expand(document, one, further))];
}

/** The X of `oneOf: [X, null]`. */
function nullableOf({ node, pointer }: Part): Part | undefined {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const variants = listOf(node[keyword]).map((schema, index) =>
      partOf(schema, `${pointer}/${keyword}/${index}`),
    );
    const [other, ...rest] = variants.filter(({ node: variant }) => !isNull(variant));
    if (variants.length === 2 && other !== undefined && rest.length === 0)
      return { ...other, isNullable: true };
  }
  return undefined;
}

export function isNull({ type, const: value }: JsonObject): boolean {
  return type === 'null' || value === null;
}

/** Adds null to the variants of a nullable union. */
function unionsOf(part: Part): Union[] {
  if (nullableOf(part) !== undefined) return [];
  return (['oneOf', 'anyOf'] as const)
    .filter((keyword) => Array.isArray(part.node[keyword]))
    .map((keyword) => {
      const pointer = `${part.pointer}/${keyword}`;
      const variants = listOf(part.node[keyword]).map((schema, index) => [
        partOf(schema, `${pointer}/${index}`),
      ]);
      const nullVariant = part.isNullable ? [[partOf({ type: 'null' }, `${pointer}/null`)]] : [];
      return { keyword, pointer, variants: [...variants, ...nullVariant] };
    });
}

function keywordsOf(parts: readonly Part[]): Map<string, Said[]> {
  const said = new Map<string, Said[]>();
  for (const part of parts) {
    for (const [written, value] of Object.entries(part.node)) {
      if (joining.includes(written)) continue;
      const keyword = written === 'const' ? 'enum' : written;
      said.set(keyword, [...(said.get(keyword) ?? []), { value: statementOf(written, value, part), part }]);
    }
  }
  return said;
}

/** `type` and `enum` as lists, with null if the part is nullable. */
function statementOf(keyword: string, value: unknown, { isNullable }: Part): unknown {
  if (keyword === 'type') return [value, isNullable ? 'null' : []].flat();
  if (keyword === 'const') return isNullable ? [value, null] : [value];
  return keyword === 'enum' && isNullable ? [...listOf(value), null] : value;
}

function propertiesOf(parts: readonly Part[]): Map<string, Part[]> {
  const properties = new Map<string, Part[]>();
  for (const { node, pointer } of parts) {
    for (const [name, schema] of Object.entries(isObject(node.properties) ? node.properties : {})) {
      const part = partOf(schema, `${pointer}/properties/${name}`);
      properties.set(name, [...(properties.get(name) ?? []), part]);
    }
  }
  return properties;
}

/** The condition of a schema; published schemas hold it in an extension. */
function conditionsOf({ node, pointer }: Part): Condition[] {
  const aside = node['x-conditions'];
  const [holder, at] = isObject(aside) ? [aside, `${pointer}/x-conditions`] : [node, pointer];
  if (holder.if === undefined) return [];
  const branch = (keyword: 'then' | 'else') => conjunctionOf(holder[keyword], `${at}/${keyword}`);
  return [{ pointer, if: holder.if, then: branch('then'), else: branch('else') }];
}

function decidedOf({ node }: Part): string[] {
  const { assertions, required } = decisionsOf(node);
  return [
    ...[...assertions].map((keyword) => (keyword === 'const' ? 'enum' : keyword)),
    ...[...required].map((member) => `required ${member}`),
  ];
}

function requiredOf({ required }: JsonObject): string[] {
  return listOf(required).map(String);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
