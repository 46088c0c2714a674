import { address } from './addresses.ts';
import { type OpenApi, refName, type Schema } from './contract.ts';
import { code, table } from './markdown.ts';

/** A table of the members of an object, those that it takes over from other types included. Empty when there are none. */
export function membersTable(schema: Schema, openapi: OpenApi): string {
  const rows = membersOf(schema, openapi);
  if (rows.length === 0) return '';
  return table(
    ['Member', 'Type', 'Meaning'],
    rows.map(({ name, schema: member, isRequired }) => [
      `${code(name)}${isRequired ? '' : ' <small>optional</small>'}`,
      typeOf(member),
      describe(member, openapi),
    ]),
  );
}

interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
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

function describe(schema: Schema, openapi: OpenApi): string {
  const text =
    schema.description ??
    (schema.$ref === undefined ? '' : (openapi.components.schemas[refName(schema.$ref)]?.description ?? ''));
  const limits = limitsOf(schema);
  return [text, limits.length > 0 ? `<small>${limits.join(', ')}</small>` : ''].filter(Boolean).join(' ');
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
