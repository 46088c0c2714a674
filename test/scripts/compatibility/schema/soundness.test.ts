/** Compares the rules with the meaning of the keywords: a validator decides which values a schema allows. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Position } from '../../../../scripts/compatibility/place.ts';
import type { JsonObject } from '../../../../scripts/generate/spec.ts';
import { severitiesOf as compare, editionWithSchema } from '../small-edition.ts';

const severitiesOf = (before: JsonObject, after: JsonObject, position: Position) =>
  compare(editionWithSchema(before, position), editionWithSchema(after, position));

const small = fc.integer({ min: 0, max: 3 });
const some = { requiredKeys: [] };

const text = fc.record(
  { type: fc.constant('string'), minLength: small, maxLength: small, pattern: fc.constantFrom('a', '^b') },
  some,
);
const number = fc.record(
  {
    type: fc.constantFrom('integer', 'number', ['integer', 'null']),
    minimum: small,
    maximum: small,
    exclusiveMinimum: small,
    exclusiveMaximum: small,
  },
  some,
);
const values = fc.oneof(
  fc.record({ const: fc.constantFrom('a', 1, null) }),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'b', 1, null), { minLength: 1 }) }),
);
const leaf = fc.oneof(text, number, values, fc.constant({}));
const list = fc.record(
  { type: fc.constant('array'), items: leaf, minItems: small, maxItems: small, uniqueItems: fc.boolean() },
  some,
);
/** Always with the same two members: adding or removing one changes promises, not the set of allowed values. */
const object = fc.record(
  {
    type: fc.constant('object'),
    required: fc.subarray(['a', 'b']),
    properties: fc.record({ a: fc.oneof(leaf, list), b: leaf }),
    additionalProperties: fc.constantFrom<(boolean | JsonObject)[]>(true, false, { type: 'string' }),
    minProperties: small,
    maxProperties: small,
  },
  { requiredKeys: ['type', 'properties'] },
);
const conditional = fc
  .tuple(object, fc.constantFrom('a', 'b'), fc.subarray(['a', 'b']), fc.subarray(['a', 'b']))
  .map(([schema, asked, then, otherwise]) => ({
    ...schema,
    if: { required: [asked] },
    then: { required: then },
    else: { required: otherwise },
  }));
const nullable = object.map((schema) => ({ oneOf: [schema, { type: 'null' }] }));
const joined = fc.tuple(object, object).map((both) => ({ allOf: both }));
const schemas: fc.Arbitrary<JsonObject> = fc.oneof(object, conditional, nullable, joined);

/** A schema and a slightly different one, so that many pairs are comparable. */
const pairs = fc.oneof(
  fc
    .tuple(object, object)
    .map(([one, other]): [JsonObject, JsonObject] => [one, { ...one, required: other.required ?? [] }]),
  fc
    .tuple(object, leaf)
    .map(([one, a]): [JsonObject, JsonObject] => [one, { ...one, properties: { ...one.properties, a } }]),
  fc
    .tuple(object, small)
    .map(([one, maxProperties]): [JsonObject, JsonObject] => [one, { ...one, maxProperties }]),
  object.map((one): [JsonObject, JsonObject] => [one, { oneOf: [one, { type: 'null' }] }]),
  fc.tuple(object, object).map(([one, other]): [JsonObject, JsonObject] => [one, { allOf: [one, other] }]),
  fc.tuple(schemas, schemas),
);

const scalars = fc.constantFrom<unknown[]>(null, true, 0, 1, 2, 3, 1.5, '', 'a', 'b', 'ab', 'abc');
const items = fc.oneof(scalars, fc.array(scalars, { maxLength: 3 }));
const samples = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.record({ a: items, b: items, c: scalars }, some) },
    { weight: 1, arbitrary: items },
  ),
  { minLength: 20, maxLength: 20 },
);

// One instance for all, since each would first compile the meta-schema. The schemas are sound by construction.
const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
const validatorOf = (schema: JsonObject) => ajv.compile(schema);
const positions: readonly Position[] = ['request', 'response'];

describe('two schemas', () => {
  it('have no change when they are equal', () => {
    fc.assert(
      fc.property(schemas, fc.constantFrom(...positions), (schema, position) => {
        expect(severitiesOf(schema, structuredClone(schema), position)).toEqual([]);
      }),
    );
  });

  it('break something in the reverse direction when they add something', () => {
    fc.assert(
      fc.property(pairs, fc.constantFrom(...positions), ([before, after], position) => {
        const there = severitiesOf(before, after, position);
        fc.pre(there.includes('additive') && !there.includes('breaking'));
        expect(severitiesOf(after, before, position)).toContain('breaking');
      }),
    );
  });

  it('allow no new value, unless the change is breaking in a response', () => {
    fc.assert(
      fc.property(pairs, samples, ([before, after], written) => {
        fc.pre(!severitiesOf(before, after, 'response').includes('breaking'));
        const [wasAllowed, isAllowed] = [validatorOf(before), validatorOf(after)];
        expect(written.filter((value) => isAllowed(value) && !wasAllowed(value))).toEqual([]);
      }),
    );
  });

  it('refuse no value that was allowed before, unless the change is breaking in a request', () => {
    fc.assert(
      fc.property(pairs, samples, ([before, after], written) => {
        fc.pre(!severitiesOf(before, after, 'request').includes('breaking'));
        const [wasAllowed, isAllowed] = [validatorOf(before), validatorOf(after)];
        expect(written.filter((value) => wasAllowed(value) && !isAllowed(value))).toEqual([]);
      }),
    );
  });
});
