import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { runInProcess } from './run-in-process.ts';

describe('completion', () => {
  it.each([
    ['conversation-api ch', 1, ['check']],
    [
      'conversation-api check --ma',
      2,
      ['--max-turns', '--max-duration', '--max-event-bytes', '--max-input-bytes'],
    ],
    ['conversation-api list --op', 2, ['--open-points']],
    ['conversation-api check turn', 2, []],
    ['conversation-api check turn.sse --format s', 4, ['sse']],
    ['conversation-api serve --log ', 3, ['json', 'pretty', 'none']],
    ['conversation-api list --format s', 3, []],
    ['conversation-api help ex', 2, ['explain']],
    ['conversation-api completion f', 2, ['fish']],
  ])('completes `%s` in bash', async (line, at, expected) => {
    const { stdout } = await runInProcess(['completion', 'bash']);
    const words = line.split(' ').map((word) => `'${word}'`);
    const program = `${stdout}\nCOMP_WORDS=(${words.join(' ')}); COMP_CWORD=${at}; _conversation_api; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const said = execFileSync('bash', ['-c', program], { encoding: 'utf8' });
    expect(said.split('\n').filter(Boolean)).toEqual(expected);
  });

  it.each(['zsh', 'fish'])('offers every command in %s', async (shell) => {
    const { code, stdout } = await runInProcess(['completion', shell]);
    expect(code).toBe(0);
    for (const { name } of COMMANDS) expect(stdout).toContain(name);
    expect(stdout).toContain(shell === 'fish' ? '-l max-turns' : '--max-turns');
    expect(stdout).toMatch(
      shell === 'fish' ? /-l log -x -a 'json pretty none'/ : /'serve --log'\) values=\(json pretty none\)/,
    );
  });

  it('suggests the shell for a misspelled name', async () => {
    expect(await runInProcess(['completion', 'fihs'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/did you mean fish\?/),
    });
  });
});
