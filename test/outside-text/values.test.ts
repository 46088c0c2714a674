import { expect, it } from 'vitest';
import { findShapeViolations } from '../../src/conformance/judge/shape/violations.ts';
import { fillForm } from '../../src/conformance/suite/check-kit/fill-form.ts';
import { compileForm } from '../../src/rig/script/question-form.ts';
import { isInProportion, measureGrowth } from './growth.ts';

type Schema = Readonly<Record<string, unknown>>;

const form = (member: Schema, more: Schema = {}): Schema => ({
  type: 'object',
  properties: { a: member },
  required: ['a'],
  ...more,
});
const times = <Value>(size: number, make: (index: number) => Value) =>
  Array.from({ length: size }, (_, index) => make(index));

/** Schemas that grow in one way each, as a prompt or a connector could write them. */
const SCHEMAS: Readonly<Record<string, (size: number) => Schema>> = {
  'many choices': (size) => form({ enum: times(size, String) }),
  'many titled choices': (size) => form({ oneOf: times(size, (index) => ({ const: `${index}` })) }),
  'many alternatives': (size) => form({ oneOf: times(size, () => ({ type: 'object' })) }),
  'many alternatives in a large schema': (size) =>
    form({
      ...Object.fromEntries(times(size, (index) => [`x-${index}`, index])),
      anyOf: times(size, () => ({ minLength: 9, maxLength: 1 })),
    }),
  'alternatives of alternatives': (size) =>
    form(times(size, () => 0).reduce<Schema>((inner) => ({ anyOf: [inner, inner] }), { type: 'object' })),
  'definitions that refer to each other': (size) =>
    form(
      { $ref: '#/$defs/d0' },
      {
        $defs: Object.fromEntries(
          times(Math.min(size, 1000), (index) => {
            const next = { $ref: `#/$defs/d${index + 1}` };
            return [`d${index}`, { anyOf: [next, next] }];
          }),
        ),
      },
    ),
  'many members': (size) => ({
    type: 'object',
    properties: Object.fromEntries(times(size, (index) => [`m${index}`, { type: 'string' }])),
    required: times(size, (index) => `m${index}`),
  }),
  'many wanted members without a schema': (size) => ({
    type: 'object',
    required: times(size, (index) => `m${index}`),
  }),
  'lists of lists': (size) =>
    form(
      times(size, () => 0).reduce<Schema>((inner) => ({ type: 'array', items: inner }), { type: 'string' }),
    ),
};

const READERS: Readonly<Record<string, (schema: Schema, size: number) => unknown>> = {
  compileForm: (schema, size) =>
    compileForm(schema)(Object.fromEntries(times(size, (index) => [`m${index}`, 'a']))),
  'the answers of compileForm': (schema, size) => compileForm(schema)({ a: times(size, () => 'a') }),
  fillForm: (schema) => fillForm(schema, 'harbor'),
};

/** A refusal is a valid answer too. */
function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return error;
  }
}

const pairs = Object.keys(READERS).flatMap((reader) =>
  Object.keys(SCHEMAS).map((schema) => [reader, schema] as const),
);

it.each(pairs)(
  'a reader of schemas from outside %s uses processor time in proportion to a schema with %s',
  async (reader, kind) => {
    const made = new Map<number, Schema>();
    const schemaOf = (size: number) =>
      made.get(size) ?? made.set(size, SCHEMAS[kind]?.(size) ?? {}).get(size);
    const { times: spent } = await measureGrowth((size) => {
      // Making the schema takes time in proportion to its size too.
      const schema = schemaOf(size) as Schema;
      return attempt(() => READERS[reader]?.(schema, size));
    });
    expect({ spent, isInProportion: isInProportion(spent) }).toMatchObject({ isInProportion: true });
  },
);

it.each([
  ['MessageStep', (size: number) => ({ steps: times(size, () => ({})) })],
  ['MessageListResponse', (size: number) => ({ data: times(size, () => ({ steps: [{}] })) })],
  ['MessageStep', (size: number) => ({ steps: times(size, () => 0) })],
])(
  'the explanation of wrong values uses processor time in proportion to a list of them in %s',
  async (type, make) => {
    const { times: spent } = await measureGrowth((size) => findShapeViolations(type, make(size), 1));
    expect({ spent, isInProportion: isInProportion(spent) }).toMatchObject({ isInProportion: true });
  },
);
