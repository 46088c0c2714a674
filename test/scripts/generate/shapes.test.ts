import { describe, expect, it } from 'vitest';
import { readSpec } from '../../../scripts/generate/folder.ts';
import { buildShapes } from '../../../scripts/generate/shapes.ts';
import { Spec } from '../../../scripts/generate/spec.ts';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { builtJson, problemsOf, smallSpec } from './small-spec.ts';

const must = { id: 'pets.shape.must', level: 'must', text: 'A.', section: '1', statements: ['S1-01'] };
const should = { ...must, id: 'pets.shape.should', level: 'should', statements: [], openPoints: ['A-01'] };

/** The small contract with this Pet, whose places these rows own. */
function contract(pet: unknown, mustOwn: readonly string[], shouldOwn: readonly string[] = []) {
  return smallSpec({
    'schemas/Pet.yaml': pet,
    'schemas/Failure.yaml': {},
    'requirements/pets.yaml': [
      { ...must, schema: mustOwn },
      { ...should, schema: shouldOwn },
    ],
  });
}

const pet = {
  type: 'object',
  required: ['name', 'tag'],
  properties: { name: { type: 'string' }, tag: { type: 'string' } },
};
const buildPet = async (...parameters: Parameters<typeof contract>) =>
  (await builtJson(buildShapes, 'generated/shapes.json', contract(...parameters))).Pet;

describe('buildShapes', () => {
  it('assigns to each node the row with the longest pointer to it or to its parents', async () => {
    expect(
      await buildPet(
        { ...pet, properties: { ...pet.properties, tag: { items: { type: 'string' } } } },
        ['Pet#', 'Pet#/required/tag', 'Pet#/properties/tag'],
        ['Pet#/properties/name', 'Pet#/required/name'],
      ),
    ).toEqual({
      'x-row': 'pets.shape.must',
      type: 'object',
      required: ['name', 'tag'],
      'x-required-rows': { name: 'pets.shape.should', tag: 'pets.shape.must' },
      properties: {
        name: { 'x-row': 'pets.shape.should', type: 'string' },
        tag: { 'x-row': 'pets.shape.must', items: { 'x-row': 'pets.shape.must', type: 'string' } },
      },
    });
  });

  it('assigns no row to a member that asserts nothing and that no row names', async () => {
    const { properties } = await buildPet({ type: 'object', properties: { note: {} } }, ['Pet#']);
    expect(properties).toEqual({ note: {} });
  });

  it('does not mistake the beginning of a name for a part of the pointer', async () => {
    const long = { properties: { name: { type: 'string' }, name_of_owner: { type: 'string' } } };
    const { properties } = await buildPet(long, ['Pet#/properties/name_of_owner'], ['Pet#/properties/name']);
    expect(properties.name_of_owner['x-row']).toBe('pets.shape.must');
  });

  it('moves a keyword that another row owns into a separate part', async () => {
    const time = { type: 'string', format: 'date-time' };
    expect(await buildPet(time, ['Pet#'], ['Pet#/format'])).toEqual({
      'x-row': 'pets.shape.must',
      type: 'string',
      allOf: [{ 'x-row': 'pets.shape.should', format: 'date-time' }],
    });
  });

  it('copies the type to a reference that a row names, and to no other reference', async () => {
    const owner = {
      properties: { self: { $ref: './Pet.yaml' }, other: { $ref: './Pet.yaml' } },
      type: 'object',
    };
    const { properties } = await buildPet(
      owner,
      ['Pet#', 'Pet#/properties/other/$ref'],
      ['Pet#/properties/self'],
    );
    expect(properties).toEqual({
      self: { 'x-row': 'pets.shape.should', $ref: 'Pet', type: 'object' },
      other: { $ref: 'Pet' },
    });
  });

  it('finds the owners of "X or null" by their place in the source', async () => {
    const nullable = { oneOf: [{ $ref: './Failure.yaml' }, { type: 'null' }] };
    expect(await buildPet(nullable, ['Pet#'], ['Pet#/oneOf/0'])).toEqual({
      'x-row': 'pets.shape.must',
      if: { type: 'null' },
      else: { 'x-row': 'pets.shape.should', $ref: 'Failure' },
    });
  });

  it('has no row for an unowned node that asserts nothing', async () => {
    expect(await buildPet({ properties: { note: {} } }, [])).toEqual({ properties: { note: {} } });
  });

  it('leaves out types that a server never sends', async () => {
    const spec = smallSpec({ 'schemas/PetRequest.yaml': { type: 'object' } });
    expect(Object.keys(await builtJson(buildShapes, 'generated/shapes.json', spec))).toEqual([
      'Failure',
      'Pet',
    ]);
  });

  it.each(
    Object.entries<Parameters<typeof contract>>({
      'schemas/Pet.yaml#/type: no row owns `type`': [{ type: 'object' }, []],
      'schemas/Pet.yaml#/properties/a/const: no row owns `const`': [{ properties: { a: { const: 1 } } }, []],
      'schemas/Pet.yaml#/items/enum: no row owns `enum`': [{ items: { enum: [1] } }, []],
      'schemas/Pet.yaml#/format: no row owns `format`': [{ format: 'uuid' }, []],
      'schemas/Pet.yaml#/else/minItems: no row owns `minItems`': [{ else: { minItems: 1 } }, []],
      'schemas/Pet.yaml#/required/name: no row owns that `name` is required': [{ required: ['name'] }, []],
      'schemas/Pet.yaml#/oneOf: no row owns `oneOf`': [{ oneOf: [{}] }, []],
      'schemas/Pet.yaml#/properties/name/items/type: `type` is a decision, but belongs to pets.shape.must, which is must; expected should or open':
        [
          { properties: { name: { type: 'array', items: { type: 'string', 'x-decision': 'A-01' } } } },
          ['Pet#/properties/name'],
        ],
      'schemas/Pet.yaml#/properties/tag/type: no row owns `type`': [
        { ...pet, required: [] },
        ['Pet#', 'Pet#/properties/name'],
      ],
      'schemas/Pet.yaml#/required/tag: no row owns that `tag` is required': [
        { type: 'object', required: ['tag'] },
        ['Pet#'],
      ],
      'schemas/Pet.yaml#/properties/owner/$ref: no row owns `$ref`': [
        { properties: { owner: { $ref: './Failure.yaml' } } },
        ['Pet#'],
      ],
      'schemas/Pet.yaml#/properties/owner/properties/name/type: no row owns `type`': [
        { properties: { owner: { type: 'object', properties: { name: { type: 'string' } } } } },
        ['Pet#/properties/owner'],
      ],
      'schemas/Pet.yaml#/then/required/tag: no row owns that `tag` is required': [
        { then: { required: ['tag'] } },
        ['Pet#/then'],
      ],
      'requirements/pets.yaml: pets.shape.must: Pet#/properties must name one member': [
        { properties: {} },
        ['Pet#/properties'],
      ],
      'requirements/pets.yaml: pets.shape.must: Pet#/properties/tag leads nowhere': [
        {},
        ['Pet#/properties/tag'],
      ],
      'requirements/pets.yaml: pets.shape.must: Cat# leads nowhere': [{}, ['Cat#']],
      'requirements/pets.yaml: pets.shape.must: Pet#/required/name leads nowhere': [
        { required: [] },
        ['Pet#/required/name'],
      ],
      'requirements/pets.yaml: pets.shape.should: Pet# belongs to pets.shape.must already': [
        { type: 'object' },
        ['Pet#'],
        ['Pet#'],
      ],
    }),
  )('reports: %s', async (line, parameters) => {
    expect(await problemsOf(() => buildShapes(contract(...parameters)))).toEqual([`spec/${line}`]);
  });

  it.each<[string, unknown, string, string]>([
    ['a schema', { properties: { name: { type: 'string', 'x-decision': 'A-01' } } }, '', '/properties/name'],
    [
      'a required member',
      { required: ['name'], 'x-decision-required': { 'A-01': ['name'] } },
      '',
      '/required/name',
    ],
    ['a keyword', { maxLength: 1, 'x-decision-keywords': { 'A-01': ['maxLength'] } }, '', '/maxLength'],
  ])('reports a must that points to %s that is a decision', async (_, schema, around, place) => {
    const lines = await problemsOf(() => buildShapes(contract(schema, [`Pet#${place}`], [`Pet#${around}`])));
    expect(lines[0]).toBe(
      `spec/requirements/pets.yaml: pets.shape.must: is must, but Pet#${place} is marked as a decision in spec/schemas/Pet.yaml`,
    );
  });

  it('reports a member that is required by decision and belongs to a promise', async () => {
    const decided = { required: ['name'], 'x-decision-required': { 'A-01': ['name'] } };
    expect(await problemsOf(() => buildShapes(contract(decided, ['Pet#/required/name'])))).toContain(
      'spec/schemas/Pet.yaml#/required/name: that `name` is required is a decision, but belongs to pets.shape.must, which is must; expected should or open',
    );
  });

  it('lets a should own a decision', async () => {
    const decided = { type: 'object', required: ['name'], 'x-decision': 'A-01' };
    expect(
      await problemsOf(() => buildShapes(contract(decided, [], ['Pet#', 'Pet#/required/name']))),
    ).toEqual([]);
  });

  it('requires no owner for the members in a condition', async () => {
    const conditional = { if: { required: ['a'], properties: { a: { const: 1 } } }, else: {} };
    expect(await problemsOf(() => buildShapes(contract(conditional, [])))).toEqual([]);
  });
});

describe('the contract', () => {
  const sound = readSpec(repositoryRoot);
  const path = 'schemas/Chat.yaml';

  /** The whole contract with one more member in its chats. */
  function withChatMember(member: string): Spec {
    const files = ['schemas', 'requirements', 'openapi', 'asyncapi', 'examples'].flatMap((folder) =>
      sound.list(folder),
    );
    const texts = files.map((file) => [file, sound.text(file)] as const);
    return new Spec([...texts, [path, `${sound.text(path)}  ${member}\n`]]);
  }

  it.each([
    ['pinned: { type: boolean }', '/properties/pinned/type: no row owns `type`'],
    ['usage: { $ref: ./Usage.yaml }', '/properties/usage/$ref: no row owns `$ref`'],
    ['labels: { items: { minLength: 1 } }', '/properties/labels/items/minLength: no row owns `minLength`'],
  ])('is not built with a new optional member of Chat, %s, until a row owns it', async (member, message) => {
    expect(await problemsOf(() => buildShapes(withChatMember(member)))).toEqual([`spec/${path}#${message}`]);
  });
});
