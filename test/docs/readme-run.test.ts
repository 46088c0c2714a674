import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { repositoryRoot, testEnvironment } from '../../scripts/test/environment.ts';
import { startReferenceServer } from '../../src/alterations/index.ts';

const readme = readFileSync(resolve(repositoryRoot, 'README.md'), 'utf8');

/** Every number of a report: README.md leaves them out, since they change with each check. */
const NUMBER = /(?<![\w:./])\d[\d.,]*(?= \w)/g;

function find(pattern: RegExp): string {
  return pattern.exec(readme)?.[1] ?? 'README.md does not have it';
}

/** Runs the check of README.md against the reference server. @returns its output, with the address used in README.md */
async function judge(options: Parameters<typeof startReferenceServer>[0]): Promise<string> {
  const server = await startReferenceServer(options);
  const args = ['src/cli/main.ts', 'check', server.url, '--fast'];
  const env = { ...testEnvironment(), CONVERSATION_API_TOKEN: 'harbor-main' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: repositoryRoot, env }).catch(
    // Another verdict has another exit code.
    (ran: { stdout: string }) => ran,
  );
  await server.close();
  // A busy machine reads a stream in one piece, and the report says so.
  const remark = / {2}each of the .* came in one piece .*\n/;
  return stdout.replace(remark, '').replaceAll(server.url, 'http://127.0.0.1:4010');
}

describe('the live runs in README.md', () => {
  it('match the output of a run', async () => {
    const printed = await judge({});
    const shown = find(/```text\n(✓ http[\s\S]*?)```/);
    expect(printed.replaceAll(NUMBER, '…')).toBe(shown);
  });

  it('match for its breakage', async () => {
    const printed = await judge({ breakages: [find(/serve --break (\S+)\n/)] });
    expect(printed).toMatch(/^✗ .* nonconformant: 1 of [\s\S]*\n {4}usage\.prompt-tokens\.integer /);
  });

  it('match for its variant', async () => {
    expect(await judge({ variants: [find(/`--variant (\S+)`/)] })).toMatch(/^✓ .* conformant: all /);
  });
});
