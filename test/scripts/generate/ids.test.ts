import { describe, expect, it } from 'vitest';
import { buildIds } from '../../../scripts/generate/ids.ts';
import { problemsOf, smallSpec } from './small-spec.ts';

const rowThatNeeds = (...needs: string[]) =>
  smallSpec({
    'openapi/openapi.yaml': {
      openapi: '3.1.1',
      info: { title: 'Pets', version: '1.2.3' },
      paths: {},
      components: {
        securitySchemes: { bearer: { 'x-scopes': { 'pets:write': 'Write.', 'pets:read': 'Read.' } } },
      },
    },
    'profiles/reference.yaml': { profile: 1, resources: { collar: [1] }, faults: { escape: {} } },
    'requirements/pets.yaml': [
      { id: 'pets.a.b', level: 'must', text: 'A.', section: '1', statements: ['S1-01'], needs },
    ],
  });

const textOf = (spec: ReturnType<typeof smallSpec>, path: string) => buildIds(spec).get(`generated/${path}`);

describe('buildIds', () => {
  it.each([
    ['ErrorRowId', "'no-pet'"],
    ['OpenPointId', "'A-01'"],
    ['OperationId', 'never'],
    ['Scope', "'pets:read' | 'pets:write'"],
    ['ScenarioName', "'walk'"],
    ['CredentialName', `\`no_scope:\${Scope}\` | 'second'`],
    ['ResourceName', "'collar'"],
    ['FaultName', "'escape'"],
    ['WaitName', "'15s'"],
  ])('returns the ids of %s, each once, in alphabetical order', (type, members) => {
    const needs = ['scenario:walk', 'credential:no_scope:*', 'credential:no_scope:pets:read'];
    const spec = rowThatNeeds(...needs, 'credential:second', 'credential:second', 'wait:15s');
    const [, found = ''] =
      new RegExp(`export type ${type} =\n([^;]+);`).exec(textOf(spec, 'ids.d.ts') ?? '') ?? [];
    expect(
      found
        .trim()
        .replace(/^\| /, '')
        .replace(/\n {2}\|/g, ' |'),
    ).toBe(members);
  });

  it('adds their sentences to the ids of requirements, even if a sentence contains the end of a comment', () => {
    const row = { level: 'must', text: 'A pet accepts */*.', section: '1', statements: ['S1-01'] };
    const spec = smallSpec({
      'requirements/pets.yaml': [
        { ...row, id: 'pets.b' },
        { ...row, id: 'pets.a', text: 'A.' },
      ],
    });
    expect(textOf(spec, 'ids.d.ts')).toContain(`export interface RequirementIds {
  /** A. */
  readonly 'pets.a': 'pets.a';
  /** A pet accepts *\\/*. */
  readonly 'pets.b': 'pets.b';
}`);
  });

  it('joins the kinds of needs in one type, including needs without a name', () => {
    expect(textOf(rowThatNeeds('application'), 'ids.d.ts')).toContain(
      `  | \`fault:\${FaultName}\`\n  | \`wait:\${WaitName}\`\n  | 'application';`,
    );
  });

  it('lists the scopes in the order of the document', () => {
    expect(textOf(rowThatNeeds(), 'scopes.js')).toContain('[\n  "pets:write",\n  "pets:read"\n]');
  });

  it('reports a need of an unknown kind', async () => {
    expect(await problemsOf(() => buildIds(rowThatNeeds('weather:rain')))).toEqual([
      'spec/requirements: the need weather:rain has an unknown kind; known are scenario, credential, resource, fault, wait',
    ]);
  });
});
