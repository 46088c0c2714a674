import { describe, expect, it } from 'vitest';
import { buildSchemas } from '../../../scripts/generate/schemas.ts';
import { builtJson, problemsOf, smallSpec } from './small-spec.ts';

describe('buildSchemas', () => {
  it('adds to each schema an $id with the version of the contract, and uses relative references', async () => {
    expect(await builtJson(buildSchemas, 'generated/schemas/Failure.json')).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://conversation-api.example/schemas/1.2.3/Failure.json',
      type: 'object',
      properties: { pet: { $ref: './Pet.json' } },
    });
  });

  it('keeps the marks of our decisions', async () => {
    const marks = { 'x-decision': 'A-01', 'x-decision-required': { 'A-01': ['name'] } };
    const spec = smallSpec({ 'schemas/Pet.yaml': { type: 'object', ...marks } });
    expect(await builtJson(buildSchemas, 'generated/schemas/Pet.json', spec)).toMatchObject(marks);
  });

  it.each([
    ['a missing type', './Cat.yaml'],
    ['a place in a file', './Pet.yaml#/properties/name'],
    ['another folder', '../Pet.yaml'],
    ['a local definition', '#/$defs/pet'],
  ])('reports a reference to %s', async (_, $ref) => {
    const spec = smallSpec({ 'schemas/Failure.yaml': { properties: { 'a/b': { oneOf: [{ $ref }] } } } });
    expect(await problemsOf(() => buildSchemas(spec))).toEqual([
      `spec/schemas/Failure.yaml#/properties/a~1b/oneOf/0/$ref: leads nowhere: "${$ref}"; expected "./Other.yaml" of the same folder`,
    ]);
  });
});
