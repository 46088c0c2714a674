import { describe, expect, it } from 'vitest';
import errors from '../../../generated/errors.json' with { type: 'json' };
import { buildErrors } from '../../../scripts/generate/indexes.ts';
import { builtJson, problemsOf, smallSpec } from './small-spec.ts';

const [noPet] = smallSpec().array('errors.yaml') as object[];
const sound = { request: 'Pet', pointer: '/name', keyword: 'maxLength' };

function specWith(violation: unknown) {
  return smallSpec({
    'schemas/Pet.yaml': {
      type: 'object',
      properties: { name: { type: 'string', maxLength: 9 }, home: { $ref: './Home.yaml' } },
    },
    'schemas/Home.yaml': { type: 'object', properties: { street: { type: 'string', minLength: 1 } } },
    'errors.yaml': [{ ...noPet, id: 'bad-pet', operations: ['putPet'], violations: [violation] }, noPet],
  });
}

describe('the violations of a row', () => {
  it.each([
    ['a member', sound],
    ['a member behind a reference', { ...sound, pointer: '/home/street', keyword: 'minLength' }],
  ])('are generated when they name %s', async (_case, violation) => {
    expect(await builtJson(buildErrors, 'generated/errors.json', specWith(violation))).toMatchObject([
      { id: 'bad-pet', violations: [violation] },
      { id: 'no-pet' },
    ]);
  });

  it.each([
    ['an unknown request', { ...sound, request: 'Dog' }, 'none of its operations takes Dog'],
    ['a type that is not a request', { ...sound, request: 'Home' }, 'none of its operations takes Home'],
    ['an unknown member', { ...sound, pointer: '/nick' }, 'Pet has no member /nick'],
    ['a member inside a text', { ...sound, pointer: '/name/0' }, 'Pet has no member /name/0'],
    [
      'a keyword that the member lacks',
      { ...sound, keyword: 'pattern' },
      'Pet says nothing of pattern at /name',
    ],
    ['nothing', 5, 'a violation has `request`, `pointer` and `keyword`, not 5'],
  ])('break the build when they name %s', async (_case, violation, message) => {
    expect(await problemsOf(() => buildErrors(specWith(violation)))).toEqual([
      `spec/errors.yaml: bad-pet: ${message}`,
    ]);
  });

  it('cover the limits that have a code', () => {
    const named = errors.flatMap((row) =>
      ('violations' in row ? (row.violations ?? []) : []).map(
        ({ request, pointer, keyword }) => `${row.id}: ${request}${pointer} ${keyword}`,
      ),
    );
    expect(named).toEqual([
      'content-too-long: SendTurnRequest/content maxLength',
      'instructions-too-long: CreateSkillRequest/instructions maxLength',
      'instructions-too-long: UpdateSkillRequest/instructions maxLength',
    ]);
  });
});
