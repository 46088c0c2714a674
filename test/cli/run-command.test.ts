import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runInProcess } from './run-in-process.ts';

describe('help', () => {
  it('is shown on stderr, with exit code 2, when no command is given', async () => {
    const { code, stdout, stderr } = await runInProcess([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: conversation-api COMMAND');
  });

  it.each([[['--help']], [['-h']], [['help']], [['help', '--help']], [['help', '-h']], [['help', 'help']]])(
    'lists the commands: %j',
    async (args) => {
      const { code, stdout } = await runInProcess(args);
      expect(code).toBe(0);
      for (const command of ['check', 'explain', 'list']) expect(stdout).toContain(`  ${command}`);
    },
  );

  it.each(['check', 'explain', 'list'])(
    'of %s is the same for the flag in any position and for the help command',
    async (command) => {
      const byHelp = await runInProcess(['help', command]);
      expect(byHelp).toEqual({ code: 0, stdout: expect.stringContaining('Examples'), stderr: '' });
      expect(await runInProcess([command, '--help'])).toEqual(byHelp);
      expect(await runInProcess([command, 'x', '--no-such-flag', '-h'])).toEqual(byHelp);
    },
  );

  it('is not shown for a flag after --', async () => {
    const { code, stderr } = await runInProcess(['explain', '--', '--help']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('open point, check or code --help'),
    });
  });
});

it('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(await runInProcess(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

it.each([
  [['chek'], 'there is no command chek (did you mean check?)'],
  [['help', 'exlpain'], 'there is no command exlpain (did you mean explain?)'],
  [['--verison'], 'there is no flag --verison (did you mean --version?)'],
  [['qqqqqqqqqqqq'], 'there is no command qqqqqqqqqqqq; see conversation-api --help'],
])('%j is one line on stderr and exit code 2', async (args, line) => {
  const { code, stdout, stderr } = await runInProcess(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toContain(line);
});

describe('an unexpected error', () => {
  const broken = () =>
    new Readable({
      read() {
        this.destroy(new Error('the disk is\u001b[31m on fire'));
      },
    });

  afterEach(() => vi.unstubAllEnvs());

  it('leads to exit code 4 and one line with a hint how to see the stack', async () => {
    const { code, stdout, stderr } = await runInProcess(['check', '-'], broken());
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toBe(
      'conversation-api: the disk is\\u001b[31m on fire\nset DEBUG=conversation-api for the stack\n',
    );
  });

  it('prints its stack on request', async () => {
    vi.stubEnv('DEBUG', 'other,conversation-api');
    const { code, stderr } = await runInProcess(['check', '-'], broken());
    expect(code).toBe(4);
    expect(stderr).toMatch(/\n {4}at /);
  });
});
