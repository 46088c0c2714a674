import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../../scripts/test/environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'generate-'));

beforeEach(() => {
  for (const part of ['scripts', 'spec', 'generated', 'docs', 'package.json']) {
    rmSync(join(folder, part), { recursive: true, force: true });
    cpSync(join(repositoryRoot, part), join(folder, part), { recursive: true });
  }
  rmSync(join(folder, 'node_modules'), { force: true });
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'), 'junction');
});

afterAll(() => rmSync(folder, { recursive: true }));

function generate(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, ['scripts/generate.ts', ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
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
    rmSync(join(folder, 'generated/schemas/Chat.json'));
    writeFileSync(join(folder, 'generated/left-over.json'), '{}');
    const before = generated();

    const { status, stderr } = generate(['--check']);

    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      'generated/events.json is stale; run `npm run generate`',
      'generated/left-over.json is extra; run `npm run generate`',
      'generated/schemas/Chat.json is missing; run `npm run generate`',
    ]);
    expect(generated()).toEqual(before);
  });

  it('--check reports a source that was changed without generating', () => {
    const source = join(folder, 'spec/schemas/Ping.yaml');
    writeFileSync(source, readFileSync(source, 'utf8').replace(/title: .*/, 'title: Pong'));

    const { status, stderr } = generate(['--check']);

    expect(status).toBe(1);
    for (const file of [
      'openapi.json',
      'openapi.yaml',
      'openapi-3.2.json',
      'asyncapi.json',
      'schemas/Ping.json',
    ]) {
      expect(stderr).toContain(`generated/${file} is stale`);
    }
  });

  it('builds the same bytes from scratch, in another time zone and language', () => {
    const before = generated();
    for (const file of before.keys()) if (!/(check-costs|shown-by)\.json$/.test(file)) rmSync(file);

    const { status } = generate([], {
      TZ: 'Pacific/Auckland',
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
      // Otherwise it would reuse the build of another process.
      CONTRACT_BUILDS: undefined,
    });

    expect(status).toBe(0);
    expect(generated()).toEqual(before);
  });
});
