import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileForm } from '../../../src/rig/script/question-form.ts';

const anyText = fc.string({ maxLength: 4 });
const scalar = fc.oneof(anyText, fc.integer({ min: -5, max: 5 }), fc.boolean(), fc.constant(1.5));
const bound = fc.integer({ min: 0, max: 4 });
const titled = fc.array(fc.record({ const: scalar, title: anyText }), { minLength: 1, maxLength: 3 });
const keywords = {
  type: fc.constantFrom('string', 'number', 'integer', 'boolean'),
  title: anyText,
  enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
  const: scalar,
  minLength: bound,
  maxLength: bound,
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
};
const member = fc.oneof(
  fc.record(keywords, { requiredKeys: [] }),
  fc.record({ oneOf: titled }),
  fc.record({ anyOf: titled }),
  fc.record(
    {
      type: fc.constant('array'),
      items: fc.record({ type: keywords.type, enum: keywords.enum }, { requiredKeys: [] }),
      minItems: bound,
      maxItems: bound,
    },
    { requiredKeys: ['type'] },
  ),
);
const name = fc.constantFrom('a', 'b', 'toString');
const form = fc.record(
  {
    type: fc.constant('object'),
    properties: fc.dictionary(name, member),
    required: fc.uniqueArray(name),
    additionalProperties: fc.boolean(),
  },
  { requiredKeys: ['type'] },
);
const answer = fc.dictionary(name, fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })));
/** As it arrives over HTTP. */
const asJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

describe('a form', () => {
  it('accepts the answers that a validator of JSON Schema accepts', () => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false });
    fc.assert(
      fc.property(form.map(asJson), answer.map(asJson), (schema, value) => {
        // Two equal choices of oneOf match no value in JSON Schema, which no form means.
        fc.pre(!JSON.stringify(schema).includes('"oneOf"') || !hasEqualChoices(schema));
        expect(compileForm(schema)(value)).toBe(ajv.validate(schema, value));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['email', 'reader@example.org', 'reader'],
    ['uri', 'https://example.org/', 'example'],
    ['date', '2026-03-02', '2026-13-02'],
    ['date-time', '2026-03-02T09:00:00Z', '2026-03-02'],
  ])('checks the format %s', (format, right, wrong) => {
    const check = compileForm({ type: 'object', properties: { a: { type: 'string', format } } });
    expect([check({ a: right }), check({ a: wrong })]).toEqual([true, false]);
  });

  const deep = (keyword: string) => ({
    type: 'object',
    properties: { a: { [keyword]: [{ type: 'string' }] } },
  });
  it.each([
    ['a reference', { type: 'object', properties: { a: { $ref: '#/$defs/a' } } }],
    ['definitions', { type: 'object', $defs: {}, properties: {} }],
    ['alternatives that are no constants', deep('anyOf')],
    ['alternatives, one of which may fit', deep('oneOf')],
    ['parts', deep('allOf')],
    ['a list of lists', { type: 'object', properties: { a: { items: { items: {} } } } }],
    ['a member in a member', { type: 'object', properties: { a: { properties: {} } } }],
    ['a type that JSON lacks', { type: 'object', properties: { a: { type: 'constructor' } } }],
    ['a bound that is no number', { type: 'object', properties: { a: { minimum: '1' } } }],
    ['no object', []],
  ])('with %s is refused', (_, schema) => {
    expect(() => compileForm(schema)).toThrow(/cannot be asked/);
  });
});

function hasEqualChoices({ properties = {} }: { properties?: object }): boolean {
  return Object.values(properties).some(({ oneOf = [] }: { oneOf?: { const: unknown }[] }) => {
    return new Set(oneOf.map((choice) => choice.const)).size < oneOf.length;
  });
}
