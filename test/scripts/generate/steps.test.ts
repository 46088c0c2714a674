import { describe, expect, it } from 'vitest';
import { runSteps } from '../../../scripts/generate/steps.ts';
import { smallSpec } from './small-spec.ts';

describe('runSteps', () => {
  it('builds every file of a sound contract', async () => {
    const { files, problems } = await runSteps(smallSpec());
    expect(problems).toEqual([]);
    expect([...files.keys()].sort()).toEqual([
      'docs/errors.md',
      'docs/open-points.md',
      'generated/accepts.d.ts',
      'generated/accepts.js',
      'generated/asyncapi.json',
      'generated/asyncapi.yaml',
      'generated/bindings.d.ts',
      'generated/bindings.json',
      'generated/contract-version.d.ts',
      'generated/contract-version.js',
      'generated/default-seed.d.ts',
      'generated/default-seed.js',
      'generated/error-kinds.d.ts',
      'generated/error-kinds.js',
      'generated/errors.json',
      'generated/event-types.d.ts',
      'generated/event-types.js',
      'generated/events.json',
      'generated/explain.d.ts',
      'generated/explain.js',
      'generated/ids.d.ts',
      'generated/input-files.d.ts',
      'generated/input-files.js',
      'generated/matches-contract.d.ts',
      'generated/matches-contract.js',
      'generated/matches-events.d.ts',
      'generated/matches-events.js',
      'generated/methods.d.ts',
      'generated/methods.js',
      'generated/openapi-3.2.json',
      'generated/openapi.json',
      'generated/openapi.yaml',
      'generated/operation-groups.d.ts',
      'generated/operation-groups.js',
      'generated/operations.d.ts',
      'generated/operations.json',
      'generated/reference-profile.d.ts',
      'generated/reference-profile.js',
      'generated/request-members.d.ts',
      'generated/request-members.json',
      'generated/requirements.json',
      'generated/rows.json',
      'generated/schema.json',
      'generated/schemas/Failure.json',
      'generated/schemas/Pet.json',
      'generated/schemas/StreamEvent.json',
      'generated/scopes.d.ts',
      'generated/scopes.js',
      'generated/shapes.json',
      'generated/types.d.ts',
      'generated/validators.d.ts',
      'generated/validators.js',
    ]);
  });

  it('builds the same bytes twice', async () => {
    expect((await runSteps(smallSpec())).files).toEqual((await runSteps(smallSpec())).files);
  });

  it('reports each problem once, and builds the files of the other steps', async () => {
    const { files, problems } = await runSteps(smallSpec({ 'errors.yaml': undefined }));
    expect(problems).toEqual(['spec/errors.yaml: there is no such file']);
    expect(files.has('generated/asyncapi.json')).toBe(true);
    expect(files.has('generated/errors.json')).toBe(false);
  });

  it('reports a broken open point', async () => {
    const { problems } = await runSteps(smallSpec({ 'requirements/open-points.yaml': [{ id: 'B-01' }] }));
    expect(problems).toEqual([
      'spec/requirements/open-points.yaml: B-01: `id` must be A- and at least two digits, not "B-01".',
    ]);
  });

  it('does not hide a defect of a step', async () => {
    const broken = () => {
      throw new TypeError('a bug');
    };
    await expect(runSteps(smallSpec(), [broken])).rejects.toThrow('a bug');
  });
});
