import { globSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BuiltCommand } from '../runtimes/built-command.ts';
import { makeWorkspace, recording } from './workspace.ts';

const workspace = makeWorkspace();
const command = new BuiltCommand();
const modules = join(command.folder, 'node_modules');
const temporary = workspace.path('temporary');

beforeAll(() => command.build());
afterAll(() => command.remove());
beforeEach(() => {
  mkdirSync(temporary, { recursive: true });
  command.forget();
});

const run = (args: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
  command.run(process.execPath, args, {
    TMPDIR: temporary,
    NODE_COMPILE_CACHE: '',
    NODE_DISABLE_COMPILE_CACHE: '',
    ...variables,
  });
const check = (variables?: Readonly<Record<string, string>>) =>
  run(['check', recording('valid/plain.sse')], variables);
/** The files that are kept, without the versions of Node and V8. */
const kept = () =>
  globSync('.cache/compiled/*/*/**/*.*', { cwd: modules })
    .map((file) => file.split('/').slice(4).join('/'))
    .sort();
const keptCommands = () => globSync(`${modules}/.cache/compiled/*/*/check/bin/commands.cjs`)[0] ?? '';

describe('the compiled code of the command', () => {
  it('is kept for each command, inside the package', async () => {
    const { code, stderr } = await check();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect((await run(['list'])).code).toBe(0);
    expect(kept()).toEqual([
      'check/bin/commands.cjs',
      'check/commonjs/generated/matches-events.js',
      'list/bin/commands.cjs',
    ]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it.each([
    [1, recording('broken/usage-strings.sse')],
    [3, workspace.write('silent.sse', ': nothing\n\n')],
  ])('is kept when the exit code is %i, which is a verdict', async (code, file) => {
    expect((await run(['check', file])).code).toBe(code);
    expect(kept()).toContain('check/bin/commands.cjs');
  });

  it('is used, and not written again', async () => {
    const first = await check();
    utimesSync(keptCommands(), 0, 0);
    expect(await check()).toEqual(first);
    expect(statSync(keptCommands()).mtimeMs).toBe(0);
  });

  it('is kept apart from that of another Node, or of one with other flags', async () => {
    await check();
    await check({ NODE_OPTIONS: '--jitless' });
    expect(kept().filter((file) => file === 'check/bin/commands.cjs')).toHaveLength(2);
  });

  it('is used by a command that changes flags, and stays for others', async () => {
    const [one, two] = [recording('valid/plain.sse'), recording('broken/usage-strings.sse')];
    await check();
    utimesSync(keptCommands(), 0, 0);
    expect((await run(['check', one, two, '--jobs', '2'])).code).toBe(1);
    expect(statSync(keptCommands()).mtimeMs).toBe(0);
    command.forget();
    await run(['check', one, two, '--jobs', '2']);
    expect(kept()).not.toContain('check/bin/commands.cjs');
  });

  it('cannot be written by others, whatever the umask allows', async () => {
    const umask = process.umask(0);
    try {
      await check();
    } finally {
      process.umask(umask);
    }
    const modes = globSync('.cache/**/*', { cwd: modules }).map(
      (path) => statSync(join(modules, path)).mode & 0o022,
    );
    expect(modes.length).toBeGreaterThan(3);
    expect(new Set(modes)).toEqual(new Set([0]));
  });

  it('is left aside when the file that it was compiled from changes, though not its length', async () => {
    await check();
    const file = join(command.folder, 'dist/bin/commands.cjs');
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, source.replaceAll('conformant', 'CONFORMANT'));
    try {
      expect((await check()).stdout).toContain('CONFORMANT: all');
    } finally {
      writeFileSync(file, source);
    }
  });

  it.each([
    ['cut off', (content: Buffer) => content.subarray(0, -50_000)],
    ['empty', () => Buffer.alloc(0)],
  ])('is compiled again when what was kept is %s', async (_, damage) => {
    const first = await check();
    writeFileSync(keptCommands(), damage(readFileSync(keptCommands())));
    expect(await check()).toEqual(first);
  });

  it.each([
    ['after a mistake in the command line', () => run(['check', '--no-such-flag'])],
    ['for a command that does not exist', () => run(['chekc'])],
    ['for the help of a command', () => run(['check', '--help'])],
    ['for a question about the command itself', () => run(['--help'])],
    ['with NODE_DISABLE_COMPILE_CACHE', () => check({ NODE_DISABLE_COMPILE_CACHE: '1' })],
  ])('is not kept %s', async (_, act) => {
    await act();
    expect(kept()).toEqual([]);
  });

  it('is not kept if the folder cannot be created', async () => {
    writeFileSync(modules, 'a file');
    const { code, stderr } = await check();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
