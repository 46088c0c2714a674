import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compare, readSpec, settle } from '../../../scripts/generate/folder.ts';
import { buildContract } from '../../../scripts/generate/shared-build.ts';
import { repositoryRoot } from '../../../scripts/test/environment.ts';
import { smallSpec } from './small-spec.ts';

const folder = mkdtempSync(join(tmpdir(), 'generate-'));

/** The command in a copy with the smallest contract, which takes seconds less to build. The gate `generated-is-current` builds the real one. */
beforeAll(async () => {
  for (const part of ['scripts', 'package.json']) {
    cpSync(join(repositoryRoot, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const [path, text] of smallSpec().sources()) {
    mkdirSync(dirname(join(folder, 'spec', path)), { recursive: true });
    writeFileSync(join(folder, 'spec', path), text);
  }
  const { files } = await build();
  settle(folder, files, compare(folder, files));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Keeps a build for the command, which would load the builders again for each. */
const build = () => buildContract(readSpec(folder), folder);

function check() {
  return spawnSync(process.execPath, ['scripts/generate.ts', '--check'], {
    cwd: folder,
    env: { ...process.env, CONTRACT_BUILDS: folder },
    encoding: 'utf8',
  });
}

/** Every generated file with its content. */
function generated(): Map<string, string> {
  const files = readdirSync(join(folder, 'generated'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

describe('npm run generate', () => {
  it('--check names stale, missing and extra files, and writes nothing', () => {
    appendFileSync(join(folder, 'generated/events.json'), '\n');
    rmSync(join(folder, 'generated/schemas/Failure.json'));
    writeFileSync(join(folder, 'generated/left-over.json'), '{}');
    const before = generated();

    const { status, stderr } = check();

    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      'generated/events.json is stale; run `npm run generate`',
      'generated/left-over.json is extra; run `npm run generate`',
      'generated/schemas/Failure.json is missing; run `npm run generate`',
    ]);
    expect(generated()).toEqual(before);
  });

  it('--check reports a source that was changed without generating', async () => {
    const source = join(folder, 'spec/schemas/Pet.yaml');
    writeFileSync(source, readFileSync(source, 'utf8').replace('An animal.', 'A beast.'));
    await build();

    const { status, stderr } = check();

    expect(status).toBe(1);
    for (const file of [
      'openapi.json',
      'openapi.yaml',
      'openapi-3.2.json',
      'asyncapi.json',
      'schemas/Pet.json',
    ]) {
      expect(stderr).toContain(`generated/${file} is stale`);
    }
  });
});
