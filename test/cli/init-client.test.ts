import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runInProcess } from './run-in-process.ts';
import { makeWorkspace } from './workspace.ts';

const workspace = makeWorkspace();

it.each([
  ['typescript', 'driver.ts', process.execPath],
  ['python', 'driver.py', 'python3'],
] as const)(
  'writes a driver in %s that runs, and says what is not filled in',
  async (language, name, command) => {
    const file = workspace.path(name);
    expect(await runInProcess(['init-client', '--language', language, '--output', file])).toMatchObject({
      code: 0,
    });
    const env = {
      ...process.env,
      CONVERSATION_API_URL: 'http://127.0.0.1:4010',
      CONVERSATION_API_TOKEN: 'a',
      CONVERSATION_API_INPUT: '{"task":"leave"}',
    };
    expect(execFileSync(command, [file], { env, encoding: 'utf8' })).toMatch(
      /^\{"unsupported": ?"leave is not filled in"\}\n$/,
    );
  },
);

it('never replaces a file', async () => {
  const file = workspace.write('mine.go', 'package mine');
  const { code, stderr } = await runInProcess(['init-client', '--language', 'go', '--output', file]);
  expect(stderr).toContain('exists; name another file, or move it away');
  expect(code).toBe(2);
  expect(readFileSync(file, 'utf8')).toBe('package mine');
});

it('prints the driver without --output', async () => {
  const { stdout } = await runInProcess(['init-client', '--language', 'go']);
  expect(stdout).toContain('"leave": func(Input) Told');
});

it('needs a language', async () => {
  const { code, stderr } = await runInProcess(['init-client']);
  expect(stderr).toContain('init-client needs --language, one of typescript, python, go');
  expect(code).toBe(2);
});
