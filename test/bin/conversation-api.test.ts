import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { repositoryRoot } from '../../scripts/test/environment.ts';

const command = manifest.bin['conversation-api'];
let clone: string;

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'clone-'));
  cpSync(resolve(repositoryRoot, command), join(clone, command));
});
afterAll(() => rmSync(clone, { recursive: true }));

it('says in a clone without a build how to build', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(clone, command)], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `conversation-api is not built yet: run \`npm ci && npm run build\` in ${clone}\n`,
  });
});

it('runs the command that was built', () => {
  mkdirSync(join(clone, 'dist/bin'), { recursive: true });
  writeFileSync(join(clone, 'dist/bin/conversation-api.cjs'), 'console.log(process.argv.slice(2));');
  const { stdout } = spawnSync(process.execPath, [join(clone, command), 'help'], { encoding: 'utf8' });
  expect(stdout).toBe("[ 'help' ]\n");
});
