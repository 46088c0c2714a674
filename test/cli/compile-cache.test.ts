import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeWorkspace, recording } from './workspace.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const workspace = makeWorkspace();

/** Copies the source of the command into its own package, and returns its folder. */
function copyPackage(name: string): string {
  const folder = workspace.path(name);
  mkdirSync(folder);
  for (const part of ['src', 'package.json'])
    cpSync(`${REPOSITORY}/${part}`, `${folder}/${part}`, { recursive: true });
  symlinkSync(`${REPOSITORY}/generated`, `${folder}/generated`);
  return folder;
}

function check(folder: string, temporary: string) {
  mkdirSync(temporary);
  const { status, stderr } = spawnSync(
    process.execPath,
    [`${folder}/src/cli/main.ts`, 'check', recording('valid/plain.sse')],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        TMPDIR: temporary,
        NODE_COMPILE_CACHE: undefined,
        NODE_DISABLE_COMPILE_CACHE: undefined,
      },
    },
  );
  return { status, stderr, left: readdirSync(temporary) };
}

describe('the compile cache of the command', () => {
  it('is kept only inside the package', () => {
    const folder = copyPackage('writable');
    expect(check(folder, workspace.path('temporary'))).toEqual({ status: 0, stderr: '', left: [] });
    const [version = ''] = readdirSync(`${folder}/node_modules/.cache/compiled`);
    expect(readdirSync(`${folder}/node_modules/.cache/compiled/${version}`)).not.toEqual([]);
  });

  it('is not kept if the folder cannot be created', () => {
    const folder = copyPackage('unwritable');
    workspace.write('unwritable/node_modules', 'a file');
    expect(check(folder, workspace.path('other'))).toEqual({ status: 0, stderr: '', left: [] });
  });
});
