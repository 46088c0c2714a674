import { afterAll, describe, expect, it } from 'vitest';
import { promised } from './promised.ts';
import { WorkingCopy } from './working-copy.ts';

const copy = new WorkingCopy();
afterAll(() => copy.remove());

/** The steps depend on each other, and run in the order of the recipe. */
describe('CONTRIBUTING.md, a member of a schema', () => {
  it('is reported while no requirement owns it', () => {
    copy.replace(
      'spec/schemas/Usage.yaml',
      '\n  model:\n',
      '\n  cached_tokens:\n    description: Tokens read from a cache.\n    type: integer\n  model:\n',
    );
    const { status, output } = copy.run('generate');
    expect(output).toContain(
      promised('spec/schemas/<Type>.yaml#/properties/<member>/type: no row owns `type`', {
        Type: 'Usage',
        member: 'cached_tokens',
      }),
    );
    expect(status).toBe(1);
  });

  it('makes generated files stale until the requirement is generated', () => {
    copy.append(
      'spec/requirements/usage.yaml',
      `
- id: usage.cached-tokens.integer
  level: should
  text: A usage object that carries \`cached_tokens\` carries an integer.
  section: "2.3"
  statements: []
  schema: ["Usage#/properties/cached_tokens"]
  openPoints: [A-91]
`,
    );
    const { status, output } = copy.run('generate', '--check');
    for (const file of ['generated/ids.d.ts', 'generated/requirements.json', 'generated/shapes.json']) {
      expect(output).toContain(promised('<file> is stale; run `npm run generate`', { file }));
    }
    expect(status).toBe(1);
  });

  it('is generated once a requirement owns the member, with its id', () => {
    expect(copy.run('generate')).toMatchObject({ status: 0 });
    expect(copy.read('generated/types.d.ts')).toContain('cached_tokens?: number');
    expect(copy.read('generated/ids.d.ts')).toContain("'usage.cached-tokens.integer'");
    expect(copy.run('generate', '--check')).toEqual({ status: 0, output: '' });
  });
});
