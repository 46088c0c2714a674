import { address } from './addresses.ts';
import { type OpenApi, refName, type Schema } from './contract.ts';
import { code, folded, parts } from './markdown.ts';

interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** An object inside a value, with its name for readers. */
interface Inner {
  readonly label: string;
  readonly schema: Schema;
}

/** The depth to which nested objects are listed. Deeper ones have a link to their type. */
const DEEPEST = 5;

/** The number of members in the data of an answer that are shown without a click. */
const MOST_OPEN = 12;

/**
 * The members of an object, including those inherited from other types. The members of a member are collapsed below it. Empty
 * if there are none.
 *
 * @param anchor the beginning of the anchors: with `body`, a member is at `#body.attachments.skill_ids`
 */
export function membersList(schema: Schema, openapi: OpenApi, anchor: string): string {
  return listMembers(schema, openapi, anchor, []);
}

/** @param above the named types that contain these members, which are not listed again */
function listMembers(schema: Schema, openapi: OpenApi, anchor: string, above: readonly string[]): string {
  return parts(
    ...membersOf(schema, openapi).map(({ name, schema: member, isRequired }) => {
      const own = `${anchor}.${name}`;
      return namedValue(
        own,
        name,
        `${typeOf(member).replace(/ or null$/, '')} <small>${presence(member, isRequired)}</small>`,
        describe(member, openapi),
        ...innerOf(member, openapi, above).map(({ label, schema: inner }, _, all) =>
          folded(
            `Members of <code>${label}</code>`,
            listMembers(inner, openapi, all.length === 1 ? own : `${own}.${label}`, [...above, label]),
            // The envelope of an answer is always the same, so its data is what readers look for.
            {
              isOpen:
                name === 'data' &&
                above.length === 0 &&
                all.length === 1 &&
                membersOf(inner, openapi).length <= MOST_OPEN,
            },
          ),
        ),
      );
    }),
  );
}

/** A value with an anchor: its name, which links to itself, remarks next to the name, and text below. */
export function namedValue(
  anchor: string,
  name: string,
  beside: string,
  ...below: readonly (string | undefined)[]
): string {
  return parts(
    `<div class="member" id="${anchor}">`,
    `[${code(name)}](#${anchor}) ${beside}`,
    ...below,
    '</div>',
  );
}

function presence(schema: Schema, isRequired: boolean): string {
  return [isRequired ? 'required' : 'may be absent', ...(isNullable(schema) ? ['may be null'] : [])].join(
    ', ',
  );
}

function isNullable({ type, oneOf, anyOf }: Schema): boolean {
  const isNull = (each: unknown) => each === 'null' || (Array.isArray(each) && each.includes('null'));
  return isNull(type) || (oneOf ?? anyOf ?? []).some((each) => isNull(each.type));
}

/** The objects in a value: itself, its items, its values, or its choices. */
function innerOf(schema: Schema, openapi: OpenApi, above: readonly string[]): readonly Inner[] {
  if (above.length >= DEEPEST) return [];
  if (schema.$ref !== undefined) {
    const label = refName(schema.$ref);
    const named = openapi.components.schemas[label];
    if (named === undefined || above.includes(label)) return [];
    return membersOf(named, openapi).length > 0 ? [{ label, schema: named }] : innerOf(named, openapi, above);
  }
  const choices = schema.oneOf ?? schema.anyOf ?? (schema.properties ? undefined : schema.allOf);
  if (choices) return choices.flatMap((each) => innerOf(each, openapi, above));
  if (schema.items) return innerOf(schema.items, openapi, above);
  const { additionalProperties: values } = schema;
  if (typeof values === 'object') return innerOf(values, openapi, above);
  return schema.properties ? [{ label: schema.title ?? 'the object', schema }] : [];
}

function membersOf(schema: Schema, openapi: OpenApi): readonly Member[] {
  const found = new Map<string, Schema>();
  const required = new Set<string>();
  collect(schema, openapi, found, required);
  return [...found].map(([name, member]) => ({ name, schema: member, isRequired: required.has(name) }));
}

function collect(schema: Schema, openapi: OpenApi, found: Map<string, Schema>, required: Set<string>): void {
  const base = schema.$ref === undefined ? undefined : openapi.components.schemas[refName(schema.$ref)];
  for (const part of [...(base ? [base] : []), ...(schema.allOf ?? [])])
    collect(part, openapi, found, required);
  for (const [name, member] of Object.entries(schema.properties ?? {})) found.set(name, member);
  for (const name of schema.required ?? []) required.add(name);
}

/** The type of a value in words, with a link for each named type. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = refName(schema.$ref);
    return `[${name}](${address.schema(name)})`;
  }
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(' or ');
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map(typeOf).join(' or ');
  if (schema.allOf?.length === 1 && schema.allOf[0]) return typeOf(schema.allOf[0]);
  if (schema.type === undefined) return 'any';
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  return types
    .map((type) => (type === 'array' && schema.items ? `list of ${typeOf(schema.items)}` : type))
    .join(' or ');
}

/** The meaning of a value, and its limits. */
export function describe(schema: Schema, openapi: OpenApi): string {
  const named = schema.$ref === undefined ? undefined : openapi.components.schemas[refName(schema.$ref)];
  const text = schema.description ?? named?.description ?? '';
  const limits = [...valuesOf(named), ...limitsOf({ ...named, ...schema })];
  return [text, limits.length > 0 ? `<small>${limits.join(', ')}</small>` : ''].filter(Boolean).join(' ');
}

/** The values of a named type, which its name does not show. */
function valuesOf(named: Schema | undefined): readonly string[] {
  return named?.enum === undefined
    ? []
    : [`one of ${named.enum.map((each) => code(JSON.stringify(each))).join(', ')}`];
}

/** The limits of a value, one phrase each. */
export function limitsOf(schema: Schema): readonly string[] {
  const phrases: [keyof Schema, (value: unknown) => string][] = [
    ['format', (value) => `format ${value}`],
    ['minimum', (value) => `at least ${value}`],
    ['maximum', (value) => `at most ${value}`],
    ['minLength', (value) => `at least ${value} characters`],
    ['maxLength', (value) => `at most ${value} characters`],
    ['minItems', (value) => `at least ${value} items`],
    ['maxItems', (value) => `at most ${value} items`],
    ['pattern', (value) => `pattern ${code(String(value))}`],
    ['default', (value) => `default ${code(JSON.stringify(value))}`],
  ];
  return phrases.flatMap(([name, phrase]) => (schema[name] === undefined ? [] : [phrase(schema[name])]));
}
