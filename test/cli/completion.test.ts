import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { FILE_FLAGS, TARGET_FLAGS } from '../../src/cli/check-flags.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { flagsIn } from '../../src/cli/completion.ts';
import { runInProcess } from './run-in-process.ts';

describe('completion', () => {
  it('knows every flag of check', async () => {
    const check = COMMANDS.find(({ name }) => name === 'check');
    const flags = flagsIn((await check?.help()) ?? '');
    const known = [...Object.keys(FILE_FLAGS), ...Object.keys(TARGET_FLAGS)].map((name) => `--${name}`);
    expect(new Set(flags)).toEqual(new Set([...known, '--help', '--no-color']));
  });

  it.each([
    ['conversation-api ch', 1, ['check']],
    [
      'conversation-api check --ma',
      2,
      ['--max-turns', '--max-duration', '--max-event-bytes', '--max-input-bytes'],
    ],
    ['conversation-api list --op', 2, ['--open-points']],
    ['conversation-api check turn', 2, []],
  ])('completes `%s` in bash', async (line, at, expected) => {
    const { stdout } = await runInProcess(['completion', 'bash']);
    const words = line.split(' ').map((word) => `'${word}'`);
    const program = `${stdout}\nCOMP_WORDS=(${words.join(' ')}); COMP_CWORD=${at}; _conversation_api; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const said = execFileSync('bash', ['-c', program], { encoding: 'utf8' });
    expect(said.split('\n').filter(Boolean)).toEqual(expected);
  });

  it.each(['zsh', 'fish'])('has every command for %s', async (shell) => {
    const { code, stdout } = await runInProcess(['completion', shell]);
    expect(code).toBe(0);
    for (const { name } of COMMANDS) expect(stdout).toContain(name);
    expect(stdout).toContain(shell === 'fish' ? '-l max-turns' : '--max-turns');
  });

  it('suggests the shell that was meant', async () => {
    expect(await runInProcess(['completion', 'fihs'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/did you mean fish\?/),
    });
  });
});
