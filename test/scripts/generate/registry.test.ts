import { describe, expect, it } from 'vitest';
import { buildRequirements } from '../../../scripts/generate/requirements.ts';
import { builtJson, problemsOf, smallSpec } from './small-spec.ts';

const row = {
  id: 'pets.shape.object',
  level: 'must',
  text: 'A pet is an object.',
  section: '1',
  statements: ['S1-01'],
};
const statement = {
  id: 'S1-01',
  section: '1',
  text: 'A pet is an object',
  strength: 'strict',
  direction: 'server',
};

/** The small contract with these rows of pets, and these statements. */
function registry(rows: unknown, statements: unknown = [statement]) {
  return smallSpec({ 'requirements/pets.yaml': rows, 'requirements/statements.yaml': statements });
}

const build = (spec: ReturnType<typeof registry>) => problemsOf(() => buildRequirements(spec));
const inPets = (message: string) => [`spec/requirements/pets.yaml: ${message}`];

describe('buildRequirements', () => {
  it('joins areas in alphabetical order, and rows in the order of their file', async () => {
    const other = { ...row, id: 'cats.a.b' };
    const spec = smallSpec({
      'requirements/pets.yaml': [row, { ...row, id: 'pets.a.b' }],
      'requirements/cats.yaml': [other],
    });
    const built = await builtJson(buildRequirements, 'generated/requirements.json', spec);
    expect(built.contract).toBe('1.2.3');
    expect(built.requirements.map(({ id }: { id: string }) => id)).toEqual([
      'cats.a.b',
      'pets.shape.object',
      'pets.a.b',
    ]);
    expect(Object.keys(built.statements)).toEqual(['S1-01', 'S2-01']);
    expect(built.sections).toEqual({ 1: 'Pets', 2: 'Names', 2.1: 'Names: Length' });
    expect(built.openPoints['A-01'].title).toBe('Length of a name');
  });

  it.each([
    ['attaches a restatement to the row of the statement that it restates', [row], [['S2-01']]],
    ['attaches it to each such row', [row, { ...row, id: 'pets.a.b' }], [['S2-01'], ['S2-01']]],
    [
      'leaves it to a row that lists it',
      [row, { ...row, id: 'pets.a.b', statements: ['S2-01'] }],
      [undefined, undefined],
    ],
    [
      'leaves it to a row that restates it',
      [row, { ...row, id: 'pets.a.b', restates: ['S2-01'] }],
      [undefined, ['S2-01']],
    ],
  ])('%s', async (_, rows, restates) => {
    const spec = registry(rows, [statement, { ...statement, id: 'S2-01', sameAs: 'S1-01' }]);
    const { requirements } = await builtJson(buildRequirements, 'generated/requirements.json', spec);
    expect(requirements.map((each: { restates?: string[] }) => each.restates)).toEqual(restates);
  });

  it.each(
    Object.entries({
      'pets.shape.object: there is another row with this id': [row, row],
      'cats.a.b: expected an id such as pets.topic.rule in kebab-case': [{ ...row, id: 'cats.a.b' }],
      'pets.a.aB: expected an id such as pets.topic.rule in kebab-case': [{ ...row, id: 'pets.a.aB' }],
      'pets.a: expected an id such as pets.topic.rule in kebab-case': [{ ...row, id: 'pets.a' }],
      'pets.a.b: there is no statement S9-01': [
        row,
        { ...row, id: 'pets.a.b', statements: ['S1-01', 'S9-01'] },
      ],
      'pets.shape.object: there is no statement S9-01': [{ ...row, restates: ['S9-01'] }],
      'pets.shape.object: there is no open point A-99': [{ ...row, openPoints: ['A-99'] }],
      'pets.shape.object: section 1.1 has no title in spec/requirements/sections.yaml': [
        { ...row, section: '1.1' },
      ],
      'pets.a.b: has neither a statement nor an open point': [
        row,
        { ...row, id: 'pets.a.b', statements: [] },
      ],
      'pets.a.b: is must without a statement; should or open': [
        row,
        { ...row, id: 'pets.a.b', statements: [], openPoints: ['A-01'] },
      ],
    }),
  )('reports: %s', async (message, rows) => {
    expect(await build(registry(rows))).toEqual(inPets(message));
  });

  it.each([
    ['strict', 'server', ['must']],
    ['strict', 'both', ['must']],
    ['strict', 'client', ['must', 'client']],
    ['weak', 'server', ['should']],
    ['client-side', 'client', ['client']],
    ['none', 'server', ['open']],
  ])('a %s statement about the %s allows %j', async (strength, direction, allowed) => {
    for (const level of ['must', 'should', 'client', 'open']) {
      const lines = await build(registry([{ ...row, level }], [{ ...statement, strength, direction }]));
      const expected = `pets.shape.object: is ${level}, but its statements say otherwise: S1-01 ${allowed.join(' or ')}`;
      expect(lines).toEqual(allowed.includes(level) ? [] : inPets(expected));
    }
  });

  it('reports statements of several levels in one row', async () => {
    const weak = { ...statement, id: 'S1-02', strength: 'weak' };
    expect(await build(registry([{ ...row, statements: ['S1-01', 'S1-02'] }], [statement, weak]))).toEqual(
      inPets('pets.shape.object: is must, but its statements say otherwise: S1-01 must, S1-02 should'),
    );
  });

  it.each([
    ['S1-02: no row of the registry covers it', { id: 'S1-02' }],
    ['S1-02: no row of the registry covers it', { id: 'S1-02', sameAs: 'S1-02' }],
    ['S1-02: restates S9-01, which does not exist', { id: 'S1-02', sameAs: 'S9-01' }],
  ])('reports a statement: %s', async (message, change) => {
    expect(await build(registry([row], [statement, { ...statement, ...change }]))).toEqual([
      `spec/requirements/statements.yaml: ${message}`,
    ]);
  });

  it.each([
    ['pets.shape.object: `text` must be a text, not undefined', { text: undefined }],
    ['pets.shape.object: `section` must be a text, not 6', { section: 6 }],
    ['pets.shape.object: `level` must be one of must, should, client, open, not "may"', { level: 'may' }],
    ['pets.shape.object: `statements` must be a list of texts', { statements: 'S1-01' }],
    ['pets.shape.object: `checks` is not a member of a row', { checks: [] }],
  ])('reports at its place: %s', async (message, change) => {
    expect(await build(registry([{ ...row, ...change }]))).toEqual([
      `spec/requirements/pets.yaml#/0: ${message}`,
    ]);
  });

  it('reports a statement with an unknown strength', async () => {
    expect(await build(registry([row], [{ id: 'S1-01', strength: 'strong' }]))).toEqual([
      'spec/requirements/statements.yaml#/0: expected an id and a strength, not "S1-01" and "strong"',
    ]);
  });

  it('reports every fault, not only the first', async () => {
    expect(
      await build(
        registry([
          { ...row, openPoints: ['A-98', 'A-99'] },
          { ...row, statements: ['S9-01'] },
        ]),
      ),
    ).toHaveLength(4);
  });
});

it('refuses a section without a text as its title', async () => {
  const spec = smallSpec({ 'requirements/sections.yaml': { '1': 'Pets', '2': { title: 'Names' } } });
  expect(await problemsOf(() => buildRequirements(spec))).toEqual([
    'spec/requirements/sections.yaml: the title of section 2 must be a text',
  ]);
});
