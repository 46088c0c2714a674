import { describe, expect, it } from 'vitest';
import { buildBindings } from '../../../scripts/generate/bindings.ts';
import { builtJson, problemsOf, smallSpec } from './small-spec.ts';

const [sound] = smallSpec().array('requirements/pets.yaml') as object[];

/** The small contract, whose row decides some facts of the one request. */
function specWith(decides: unknown, needs?: readonly string[]) {
  return smallSpec({
    'schemas/Pet.yaml': {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', maxLength: 9 }, mood: { type: 'string', enum: ['good', 'bad'] } },
    },
    'requirements/pets.yaml': [{ ...sound, decides, ...(needs && { needs }) }],
  });
}

const bindingsOf = async (decides: unknown) =>
  (await builtJson(buildBindings, 'generated/bindings.json', specWith(decides))).map(
    ({ fact, operation, member = '' }: Record<string, string>) => `${fact} ${operation} ${member}`,
  );

describe('what a row decides', () => {
  it.each([
    ['a fact of a member', { heard: ['putPet.mood'] }, ['heard putPet mood']],
    ['a limit, as two facts', { limit: ['putPet.name'] }, ['most putPet name', 'beyond putPet name']],
    ['a member of any request', { taken: ['*.id'] }, ['taken putPet id']],
    [
      'the members of which it can be said',
      { default: ['putPet.*'] },
      ['default putPet content-type', 'default putPet mood'],
    ],
    ['an operation', { scope: ['watchPet'] }, ['scope watchPet ']],
    [
      'each member of an operation, except those of another row',
      { mistyped: ['putPet', 'putPet.mood'] },
      ['id', 'content-type', 'name', 'mood'].map((name) => `mistyped putPet ${name}`),
    ],
    ['nothing', undefined, []],
  ])('is %s', async (_, decides, bindings) => {
    expect(await bindingsOf(decides)).toEqual(bindings);
  });

  it.each([
    ['an unknown operation', { scope: ['getPet'] }, 'there is no operation getPet'],
    ['an unknown member', { heard: ['putPet.moood'] }, 'there is no request with the member putPet.moood'],
    [
      'a limit that the schema does not have',
      { limit: ['putPet.mood'] },
      'most cannot be said of putPet.mood',
    ],
    ['a required member to leave out', { default: ['putPet.name'] }, 'default cannot be said of putPet.name'],
    ['an unknown fact', { lmit: ['putPet.name'] }, '`decides` does not know lmit; it knows taken, known, '],
    [
      'a scope that the row does not name',
      { scope: ['putPet.mood'] },
      '`scope` of a member: the row needs no `credential:no_scope:…`',
    ],
    ['a fact without a list', { limit: 'putPet.name' }, '`limit` must be a list of texts'],
    ['a list of facts', ['limit'], '`decides` must be a mapping from facts to places'],
  ])('cannot be %s', async (_, decides, message) => {
    const problems = await problemsOf(() => buildBindings(specWith(decides)));
    expect(problems[0]).toContain(`pets.shape.object: ${message}`);
  });

  it('is for a member the scope without which the row needs a credential', async () => {
    const spec = specWith({ scope: ['putPet.mood'] }, ['credential:no_scope:pets:write']);
    const requirement = 'pets.shape.object';
    expect(await builtJson(buildBindings, 'generated/bindings.json', spec)).toEqual([
      { requirement, fact: 'scope', operation: 'putPet', member: 'mood', scope: 'pets:write' },
    ]);
  });

  it('cannot be heard in two rows', async () => {
    const rows = [{ ...sound, decides: { heard: ['putPet.name'] } }];
    const spec = smallSpec({ 'requirements/pets.yaml': [...rows, { ...rows[0], id: 'pets.name.kept' }] });
    expect(await problemsOf(() => buildBindings(spec))).toEqual([
      'spec/requirements: pets.shape.object and pets.name.kept both decide heard of putPet.name',
    ]);
  });
});
