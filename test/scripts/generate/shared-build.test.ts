import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildContract } from '../../../scripts/generate/shared-build.ts';
import { Spec } from '../../../scripts/generate/spec.ts';
import type { Build } from '../../../scripts/generate/steps.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'builds-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const SOURCES = [['errors.yaml', '[]']] as const;

/** Builds a file that lists the sources, and counts the builds. */
function counting() {
  const run = vi.fn(
    async (spec: Spec): Promise<Build> => ({
      files: new Map([['generated/sources', [...spec.sources()].join()]]),
      problems: ['spec/errors.yaml: has no row'],
    }),
  );
  return {
    run,
    build: (...sources: (readonly [string, string])[]) => buildContract(new Spec(sources), folder, run),
  };
}

describe('the contract shared by the processes of a test run', () => {
  it('is built once, with its problems', async () => {
    const { run, build } = counting();
    const built = await build(...SOURCES);
    expect(built.files).toEqual(new Map([['generated/sources', 'errors.yaml,[]']]));
    expect(await build(...SOURCES)).toEqual(built);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is built again for other sources', async () => {
    const { run, build } = counting();
    await build(...SOURCES);
    const { files } = await build(...SOURCES, ['seeds/default.yaml', '']);
    expect(files.get('generated/sources')).toBe('errors.yaml,[],seeds/default.yaml,');
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('leaves no temporary file behind', async () => {
    await counting().build(...SOURCES);
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
  });

  it('is always built if no folder is given', async () => {
    vi.stubEnv('CONTRACT_BUILDS', undefined);
    const { run } = counting();
    await buildContract(new Spec(SOURCES), undefined, run);
    await buildContract(new Spec(SOURCES), undefined, run);
    expect(run).toHaveBeenCalledTimes(2);
    expect(readdirSync(folder)).toEqual([]);
  });
});
