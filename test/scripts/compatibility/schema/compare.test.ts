import { describe, expect, it } from 'vitest';
import type { Severity } from '../../../../scripts/compatibility/change.ts';
import type { Edition } from '../../../../scripts/compatibility/compare.ts';
import type { JsonObject } from '../../../../scripts/generate/spec.ts';
import { changesOf, editionWithSchema, severitiesOf } from '../small-edition.ts';

type Row = readonly [what: string, before: JsonObject, after: JsonObject];

const text = { type: 'string' };
const object = (properties: JsonObject, required: readonly string[] = []) => ({
  type: 'object',
  required,
  properties,
});
const tagged = (...kinds: readonly string[]) => ({
  oneOf: kinds.map((kind) => object({ kind: { const: kind } }, ['kind'])),
});
const optionallyTagged = (...kinds: readonly string[]) => ({
  oneOf: kinds.map((kind) => object({ kind: { const: kind } })),
});
const when = (kind: string, then: JsonObject, otherwise?: JsonObject) => ({
  if: { required: ['kind'], properties: { kind: { const: kind } } },
  then,
  ...(otherwise === undefined ? {} : { else: otherwise }),
});

/** Each change forbids more: a new promise of the service, or a new burden for the client. The reverse change does the opposite. */
const narrowing: readonly Row[] = [
  ['a type is named', {}, text],
  ['one of two types goes', { type: ['string', 'integer'] }, text],
  ['null is no longer allowed', { type: ['string', 'null'] }, text],
  ['a number becomes an integer', { type: 'number' }, { type: 'integer' }],
  ['null goes from a oneOf', { oneOf: [object({}), { type: 'null' }] }, object({})],
  ['null goes from an anyOf', { anyOf: [text, { const: null }] }, text],
  ['null goes from beside a constant', { oneOf: [{ const: 'a' }, { type: 'null' }] }, { const: 'a' }],
  ['null goes from beside a list', { oneOf: [{ enum: ['a', 'b'] }, { type: 'null' }] }, { enum: ['a', 'b'] }],
  ['null goes from beside a union', { oneOf: [tagged('a', 'b'), { type: 'null' }] }, tagged('a', 'b')],
  ['the values are listed', text, { type: 'string', enum: ['a'] }],
  ['a value goes from the list', { enum: ['a', 'b'] }, { enum: ['a'] }],
  ['a list becomes a constant', { enum: ['a', 'b'] }, { const: 'b' }],
  ['two lists have less in common', { enum: ['a', 'b'] }, { allOf: [{ enum: ['a', 'b'] }, { enum: ['b'] }] }],
  ['a minimum comes', { type: 'integer' }, { type: 'integer', minimum: 1 }],
  ['a minimum grows', { minimum: 1 }, { minimum: 2 }],
  ['an exclusive minimum comes', {}, { exclusiveMinimum: 0 }],
  ['a maximum shrinks', { maximum: 200 }, { maximum: 100 }],
  ['an exclusive maximum shrinks', { exclusiveMaximum: 2 }, { exclusiveMaximum: 1 }],
  ['the longest text gets shorter', { maxLength: 9 }, { maxLength: 8 }],
  ['the shortest text gets longer', { minLength: 0 }, { minLength: 1 }],
  ['a stricter bound joins', { maxLength: 9 }, { allOf: [{ maxLength: 9 }, { maxLength: 3 }] }],
  ['more items are needed', { minItems: 1 }, { minItems: 2 }],
  ['fewer items are allowed', {}, { maxItems: 2 }],
  ['more members are needed', {}, { minProperties: 1 }],
  ['fewer members are allowed', {}, { maxProperties: 3 }],
  ['items have to differ', { type: 'array' }, { type: 'array', uniqueItems: true }],
  ['a pattern comes', text, { type: 'string', pattern: '^a' }],
  ['a format comes', text, { type: 'string', format: 'uuid' }],
  ['multiples are asked for', {}, { multipleOf: 5 }],
  ['an item of a kind is asked for', {}, { contains: text }],
  ['something is excluded', {}, { not: text }],
  ['items get a schema', { type: 'array' }, { type: 'array', items: text }],
  ['further members get a schema', {}, { additionalProperties: text }],
  ['further members are forbidden', { additionalProperties: true }, { additionalProperties: false }],
  ['names of members get a schema', {}, { propertyNames: { maxLength: 3 } }],
  ['members of a pattern get a schema', {}, { patternProperties: { '^x-': text } }],
  ['a member becomes required', object({ a: text }), object({ a: text }, ['a'])],
  ['a member without a description becomes required', object({}), object({}, ['a'])],
  ['a member is forbidden', object({ a: {} }), object({ a: false })],
  ['a condition comes', {}, when('a', object({ b: {} }, ['b']))],
  ['a condition asks for more', when('a', {}), when('a', { required: ['b'] })],
  [
    'a member is named where it is asked for',
    when('a', {}),
    when('a', { required: ['b'], properties: { b: {} } }),
  ],
  ['a refined member is asked for', when('a', {}), when('a', object({ b: text }, ['b']))],
  ['the other case asks for more', when('a', {}, {}), when('a', {}, { required: ['b'] })],
  [
    'a variant without a name goes',
    { oneOf: [text, { type: 'integer' }, {}] },
    { oneOf: [text, { type: 'integer' }] },
  ],
  ['null goes from a union', { oneOf: [...tagged('a', 'b').oneOf, { type: 'null' }] }, tagged('a', 'b')],
  ['a variant whose name is optional goes', optionallyTagged('a', 'b', 'c'), optionallyTagged('a', 'b')],
  ['a decision becomes a promise', { type: 'string', 'x-decision': 'A-01' }, text],
  [
    'a decided keyword becomes a promise',
    { maxLength: 3, 'x-decision-keywords': { 'A-01': ['maxLength'] } },
    { maxLength: 3 },
  ],
  [
    'a decided member becomes a promise',
    { ...object({ a: {} }, ['a']), 'x-decision-required': { 'A-01': ['a'] } },
    object({ a: {} }, ['a']),
  ],
];

/** The severities without the editorial changes next to them. */
const graveOnes = (severities: readonly Severity[]) => severities.filter((one) => one !== 'editorial');

describe('a schema that forbids more', () => {
  it.each(narrowing)(
    'is additive in a response and breaking in a request, and the reverse backwards: %s',
    (_, before, after) => {
      const judge = (position: 'request' | 'response') => {
        const [old, now] = [editionWithSchema(before, position), editionWithSchema(after, position)];
        return [severitiesOf(old, now), severitiesOf(now, old)].map((all) => new Set(graveOnes(all)));
      };
      expect(judge('response')).toEqual([new Set(['additive']), new Set(['breaking'])]);
      expect(judge('request')).toEqual([new Set(['breaking']), new Set(['additive'])]);
    },
  );
});

/** Changes with the same severity in requests and responses, in this direction and in the other. */
const alike: readonly (readonly [...Row, forwards: Severity, backwards: Severity])[] = [
  ['an optional member comes', object({}), object({ a: text }), 'additive', 'breaking'],
  ['an event or kind with a name comes', tagged('a', 'b'), tagged('a', 'b', 'c'), 'additive', 'breaking'],
  [
    'a kind comes beside null',
    { oneOf: [...tagged('a', 'b').oneOf, { type: 'null' }] },
    { oneOf: [...tagged('a', 'b', 'c').oneOf, { type: 'null' }] },
    'additive',
    'breaking',
  ],
  [
    'a kind is added to others that have the same constant',
    { oneOf: ['a', 'b'].map((kind) => object({ v: { const: 1 }, kind: { const: kind } }, ['v', 'kind'])) },
    {
      oneOf: ['a', 'b', 'c'].map((kind) => object({ v: { const: 1 }, kind: { const: kind } }, ['v', 'kind'])),
    },
    'additive',
    'breaking',
  ],
  [
    'one of becomes any of kinds',
    tagged('a', 'b'),
    { anyOf: tagged('a', 'b').oneOf },
    'breaking',
    'breaking',
  ],
  ['a default comes', text, { type: 'string', default: 'a' }, 'additive', 'breaking'],
  ['a default is another', { default: 'a' }, { default: 'b' }, 'breaking', 'breaking'],
  ['a constant is another', { const: 'a' }, { const: 'b' }, 'breaking', 'breaking'],
  ['a type is another', text, { type: 'integer' }, 'breaking', 'breaking'],
  ['a pattern is another', { pattern: 'a' }, { pattern: 'b' }, 'breaking', 'breaking'],
  ['a format is another', { format: 'uuid' }, { format: 'date' }, 'breaking', 'breaking'],
  ['a condition asks otherwise', when('a', text), when('b', text), 'breaking', 'breaking'],
  ['one of becomes any of', { oneOf: [text, {}, {}] }, { anyOf: [text, {}, {}] }, 'breaking', 'breaking'],
  ['a description changes', { description: 'a' }, { description: 'b' }, 'editorial', 'editorial'],
  ['an example comes', text, { type: 'string', examples: ['a'] }, 'editorial', 'editorial'],
  [
    'a decision is called otherwise',
    { type: 'string', 'x-decision': 'A-01' },
    { type: 'string', 'x-decision': 'A-02' },
    'editorial',
    'editorial',
  ],
];

describe.each(['request', 'response'] as const)('in a %s', (position) => {
  it.each(alike)('%s', (_, before, after, forwards, backwards) => {
    const [old, now] = [editionWithSchema(before, position), editionWithSchema(after, position)];
    const gravest = (severities: readonly Severity[]) =>
      severities.includes('breaking') ? 'breaking' : (severities[0] ?? 'nothing');
    expect([gravest(severitiesOf(old, now)), gravest(severitiesOf(now, old))]).toEqual([forwards, backwards]);
  });
});

it('counts a new required member as a promise of the service and as a burden for the client', () => {
  const [before, after] = [object({}), object({ a: text }, ['a'])];
  const said = (position: 'request' | 'response') =>
    changesOf(editionWithSchema(before, position), editionWithSchema(after, position));
  expect([said('response'), said('request')]).toEqual([
    ['additive op > response 200 > a: the required member was added'],
    ['breaking op > request > a: the required member was added'],
  ]);
});

it('ignores a mark that is added together with the marked assertion', () => {
  const after = { ...object({ a: {} }, ['a']), 'x-decision-required': { 'A-01': ['a'] } };
  expect(
    graveOnes(
      severitiesOf(editionWithSchema(object({ a: {} }), 'response'), editionWithSchema(after, 'response')),
    ),
  ).toEqual(['additive']);
});

/** The same shape, written in two ways. */
const sameShapes: readonly Row[] = [
  ['a reference or its target', { $ref: '#/components/schemas/T' }, text],
  ['joined or apart', { allOf: [text, { maxLength: 3 }] }, { type: 'string', maxLength: 3 }],
  ['a constant or a list of one', { const: 'a' }, { enum: ['a'] }],
  ['nullable by type or by oneOf', { type: ['string', 'null'] }, { oneOf: [text, { type: 'null' }] }],
  ['open, said or not', object({}), { ...object({}), additionalProperties: true }],
  ['items may repeat, said or not', { type: 'array' }, { type: 'array', uniqueItems: false }],
  [
    'a nullable list, in one or in two',
    { oneOf: [{ enum: ['a'] }, { type: 'null' }] },
    { enum: ['a', null] },
  ],
  ['types in another order', { type: ['string', 'null'] }, { type: ['null', 'string'] }],
  ['variants in another order', tagged('a', 'b'), tagged('b', 'a')],
  ['a member in the envelope or beside it', { allOf: [object({ a: text })] }, object({ a: text })],
];

it.each(sameShapes)('counts two forms of the same shape as editorial: %s', (_, before, after) => {
  const schemas = { T: text };
  expect(
    changesOf(editionWithSchema(before, 'response', schemas), editionWithSchema(after, 'response', schemas)),
  ).toEqual(['editorial openapi.json: the same is written in another way']);
});

describe('a schema that contains itself', () => {
  const tree = (leaf: JsonObject) => ({
    Tree: object({
      leaf,
      left: { $ref: '#/components/schemas/Tree' },
      right: { oneOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'null' }] },
    }),
  });
  const root = { $ref: '#/components/schemas/Tree' };

  it('is compared completely', () => {
    const changes = changesOf(
      editionWithSchema(root, 'response', tree(text)),
      editionWithSchema(root, 'response', tree({})),
    );
    expect(changes[0]).toBe('breaking op > response 200 > leaf: `type` is now nothing, was "string"');
  });

  it.each([
    ['by reference', { T: { $ref: '#/components/schemas/T' } }],
    ['by joining', { T: { allOf: [{ $ref: '#/components/schemas/T' }] } }],
    ['by being nullable', { T: { oneOf: [{ $ref: '#/components/schemas/T' }, { type: 'null' }] } }],
  ])('is refused when it contains only itself: %s', (_, schemas) => {
    const edition = editionWithSchema({ $ref: '#/components/schemas/T' }, 'response', schemas);
    expect(() => changesOf(edition, edition)).toThrow('#/components/schemas/T leads back to itself');
  });
});

it('refuses a reference without a target', () => {
  const edition = editionWithSchema({ $ref: '#/components/schemas/constructor' }, 'response');
  expect(() => changesOf(edition, edition)).toThrow('#/components/schemas/constructor leads nowhere');
});

it.each(['unevaluatedProperties', 'readOnly', 'constructor', 'x-new'])(
  'refuses the keyword %s, even if nothing changed',
  (keyword) => {
    const edition = editionWithSchema(object({ a: { [keyword]: true } }), 'response');
    expect(() => changesOf(edition, edition)).toThrow(
      `op > response 200 > a: no rule says what a change of \`${keyword}\` means`,
    );
  },
);

it('describes places in the words of the documents', () => {
  const deep = (leaf: JsonObject) =>
    object({
      steps: {
        type: 'array',
        items: {
          oneOf: [{ ...object({ kind: { const: 'a' }, agent: leaf }, ['kind']) }, ...tagged('b').oneOf],
        },
      },
    });
  expect(
    changesOf(editionWithSchema(deep(text), 'response'), editionWithSchema(deep({}), 'response')),
  ).toEqual(['breaking op > response 200 > steps[] > kind a > agent: `type` is now nothing, was "string"']);
});

it('says in words that further members are no longer allowed', () => {
  const [open, closed] = [{}, { additionalProperties: false }].map((schema) =>
    editionWithSchema(schema, 'request'),
  ) as [Edition, Edition];
  expect([changesOf(open, closed), changesOf(closed, open)]).toEqual([
    ['breaking op > request > *: is no longer allowed'],
    ['additive op > request > *: is allowed now'],
  ]);
});
