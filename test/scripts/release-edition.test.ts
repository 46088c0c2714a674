import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'release-'));

beforeEach(() => {
  for (const part of ['scripts', 'spec', 'src', 'generated', 'docs', 'package.json']) {
    rmSync(join(folder, part), { recursive: true, force: true });
    cpSync(join(repositoryRoot, part), join(folder, part), { recursive: true });
  }
  rmSync(join(folder, 'spec/released'), { recursive: true, force: true });
  rmSync(join(folder, 'node_modules'), { force: true });
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'), 'junction');
});

afterAll(() => rmSync(folder, { recursive: true }));

function run(script: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}.ts`], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}

function rename(id: string, other: string) {
  const checks = join(folder, 'src/conformance/suite/cases/catalog/catalog.ts');
  writeFileSync(checks, readFileSync(checks, 'utf8').replace(id, other));
}

describe('before the first edition', () => {
  it('the contract is compatible, since there is nothing to compare it with', () => {
    expect(run('compatibility')).toEqual({
      status: 0,
      stdout:
        'No edition is released yet, so there is nothing to compare; `npm run release-edition` writes the first.',
      stderr: '',
    });
  });

  it('npm run release-edition writes it, and refuses a second one of the same version', () => {
    expect(run('release-edition')).toEqual({
      status: 0,
      stdout: 'spec/released/1.0.0 was written; commit it',
      stderr: '',
    });
    expect(readdirSync(join(folder, 'spec/released'))).toEqual(['1.0.0', 'index.json']);
    expect(run('compatibility')).toEqual({
      status: 0,
      stdout: '1.0.0 against edition 1.0.0: no change',
      stderr: '',
    });
    expect(run('release-edition')).toMatchObject({ status: 1, stdout: '' });
  });

  it('an id may change, but none may after it', () => {
    rename("id: 'catalog.get'", "id: 'catalog.read'");
    expect(run('release-edition')).toMatchObject({ status: 0 });
    rename("id: 'catalog.read'", "id: 'catalog.got'");
    const line =
      'the id catalog.read of a check is gone; released ids are stable for ever, so restore it and give the new check another id';
    expect(run('compatibility')).toMatchObject({ status: 1, stderr: expect.stringContaining(line) });
    expect(run('release-edition')).toMatchObject({ status: 1, stderr: expect.stringContaining(line) });
  });

  it('npm run release-edition refuses a contract that was not generated', () => {
    const source = join(folder, 'spec/schemas/Ping.yaml');
    writeFileSync(source, readFileSync(source, 'utf8').replace(/title: .*/, 'title: Pong'));
    const { status, stderr } = run('release-edition');
    expect(status).toBe(1);
    expect(stderr).toContain('generated/openapi.json is stale; run `npm run generate`');
    expect(readdirSync(join(folder, 'spec'))).not.toContain('released');
  });
});
