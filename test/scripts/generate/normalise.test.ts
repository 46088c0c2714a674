import { describe, expect, it } from 'vitest';
import { normalise } from '../../../scripts/generate/normalise.ts';
import type { JsonObject } from '../../../scripts/generate/spec.ts';

const kind = (name: string, type = 'object') => ({
  type,
  required: ['kind'],
  properties: { kind: { const: name } },
});
const types: Record<string, JsonObject> = { Cat: kind('cat'), Dog: kind('dog'), Fish: { type: 'object' } };
const resolve = (type: string) => types[type] ?? {};

describe('normalise', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'drops annotations',
      { title: 'a', description: 'b', examples: [1], default: 1, 'x-decision': 'A-01', type: 'integer' },
      { type: 'integer' },
    ],
    [
      'keeps properties with the name of an annotation',
      { properties: { title: {} } },
      { properties: { title: {} } },
    ],
    [
      'turns "X or null" into "unless null, X"',
      { properties: { pet: { oneOf: [{ $ref: 'Cat' }, { type: 'null' }], description: 'a' } } },
      { properties: { pet: { if: { type: 'null' }, else: { $ref: 'Cat' } } } },
    ],
    [
      'does so when null comes first too',
      { oneOf: [{ type: 'null' }, { $ref: 'Cat' }] },
      { if: { type: 'null' }, else: { $ref: 'Cat' } },
    ],
    [
      'names the member that distinguishes the alternatives',
      { oneOf: [{ $ref: 'Cat' }, { $ref: 'Dog' }] },
      { type: 'object', oneOf: [{ $ref: 'Cat' }, { $ref: 'Dog' }], discriminator: { propertyName: 'kind' } },
    ],
    [
      'names it for inline alternatives too',
      { oneOf: [kind('cat'), { $ref: 'Dog' }] },
      { type: 'object', oneOf: [kind('cat'), { $ref: 'Dog' }], discriminator: { propertyName: 'kind' } },
    ],
    [
      'leaves alternatives without such a member',
      { oneOf: [{ $ref: 'Cat' }, { $ref: 'Fish' }] },
      { oneOf: [{ $ref: 'Cat' }, { $ref: 'Fish' }] },
    ],
    [
      'leaves alternatives that may be something other than an object',
      { oneOf: [kind('cat', 'string'), { $ref: 'Dog' }] },
      { oneOf: [kind('cat', 'string'), { $ref: 'Dog' }] },
    ],
  ])('%s', (_, schema, expected) => {
    expect(normalise(schema, resolve)).toEqual(expected);
  });

  it('edits each schema at its place in the source, except in conditions', () => {
    const places: string[] = [];
    const schema = {
      properties: { 'a/b': { oneOf: [{ $ref: 'Cat' }, { type: 'null' }] } },
      items: {},
      if: { properties: { kind: {} } },
      else: {},
    };
    normalise(schema, resolve, (node, pointer) => {
      places.push(pointer);
      return node;
    });
    expect(places).toEqual([
      '',
      '/properties/a~1b',
      '/properties/a~1b/oneOf/0',
      '/properties/a~1b/oneOf/1',
      '/items',
      '/else',
    ]);
  });
});
