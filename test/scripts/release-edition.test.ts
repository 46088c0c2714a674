import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EditionError } from '../../scripts/compatibility/released.ts';
import { compare, readSpec, settle } from '../../scripts/generate/folder.ts';
import { buildContract } from '../../scripts/generate/shared-build.ts';
import { compareWithLast } from '../../scripts/release-edition/compare-with-last.ts';
import { releaseEdition } from '../../scripts/release-edition/release.ts';
import { repositoryRoot } from '../../scripts/test/environment.ts';
import { smallSpec } from './generate/small-spec.ts';

const ids = { requirements: [], checks: ['catalog.get'], breakages: [], variants: [] };
const folder = mkdtempSync(join(tmpdir(), 'release-'));
const source = join(folder, 'spec/schemas/Pet.yaml');

beforeAll(async () => {
  for (const [path, text] of smallSpec().sources()) {
    mkdirSync(dirname(join(folder, 'spec', path)), { recursive: true });
    writeFileSync(join(folder, 'spec', path), text);
  }
  // Each command builds the contract; the same sources are built once, also outside `npm test`.
  vi.stubEnv('CONTRACT_BUILDS', folder);
  const { files } = await buildContract(readSpec(folder));
  settle(folder, files, compare(folder, files));
});
beforeEach(() => rmSync(join(folder, 'spec/released'), { recursive: true, force: true }));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const written = 'spec/released/1.2.3 was written; commit it';
const unchanged = '1.2.3 against edition 1.2.3: no change';
const gone = (id: string) =>
  `the id ${id} of a check is gone; released ids are stable for ever, so restore it and give the new check another id`;

describe('before the first edition', () => {
  it('the contract is compatible, since there is nothing to compare it with', async () => {
    expect(await compareWithLast(folder, ids)).toBe(
      'No edition is released yet, so there is nothing to compare; `npm run release-edition` writes the first.',
    );
  });

  it('npm run release-edition writes it, and refuses a second one of the same version', async () => {
    expect(await releaseEdition(folder, ids)).toBe(written);
    expect(readdirSync(join(folder, 'spec/released'))).toEqual(['1.2.3', 'index.json']);
    expect(await compareWithLast(folder, ids)).toBe(unchanged);
    await expect(releaseEdition(folder, ids)).rejects.toThrow('edition 1.2.3 is released');
  });

  it('an id may change, but none may after it', async () => {
    await releaseEdition(folder, { ...ids, checks: ['catalog.read'] });
    const refusal = new EditionError(`${gone('catalog.read')}\n${unchanged}`);
    await expect(compareWithLast(folder, ids)).rejects.toEqual(refusal);
    await expect(releaseEdition(folder, ids)).rejects.toEqual(refusal);
  });

  it('npm run release-edition refuses a contract that was not generated', async () => {
    const text = readFileSync(source, 'utf8');
    writeFileSync(source, text.replace('An animal.', 'A beast.'));
    const stale = 'generated/openapi.json is stale; run `npm run generate`';
    await expect(releaseEdition(folder, ids)).rejects.toThrow(stale);
    writeFileSync(source, text);
    expect(readdirSync(join(folder, 'spec'))).not.toContain('released');
  });
});

it('the commands freeze the ids of src, and compare with them', async () => {
  const run = (script: string) => {
    const path = join(repositoryRoot, `scripts/${script}.ts`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [path], { cwd: folder, encoding: 'utf8' });
    return { status, stdout: stdout.trim(), stderr: stderr.trim() };
  };
  expect(run('release-edition')).toEqual({ status: 0, stdout: written, stderr: '' });
  const frozen = JSON.parse(readFileSync(join(folder, 'spec/released/1.2.3/ids.json'), 'utf8'));
  expect(frozen.checks).toContain('catalog.get');

  rmSync(join(folder, 'spec/released'), { recursive: true });
  await releaseEdition(folder, { ...frozen, checks: [...frozen.checks, 'catalog.read'] });
  const stderr = `${gone('catalog.read')}\n${unchanged}`;
  expect(run('compatibility')).toEqual({ status: 1, stdout: '', stderr });
});
