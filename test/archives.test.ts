import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runInProcess } from './cli/run-in-process.ts';

interface Expectation {
  readonly what: string;
  readonly verdict: 'conformant' | 'nonconformant' | 'incomplete' | 'refused';
  readonly says: string;
}

const folder = fileURLToPath(new URL('archives/', import.meta.url));
const TABLE = 'expected.yaml';
const expected: Record<string, Expectation> = parse(readFileSync(`${folder}${TABLE}`, 'utf8'));

const EXIT_CODES = { conformant: 0, nonconformant: 1, refused: 2, incomplete: 3 } as const;

describe('an input written by a real tool', () => {
  it('has a row for each file', () => {
    expect(readdirSync(folder).filter((name) => name !== TABLE)).toEqual(Object.keys(expected).sort());
  });

  it.each(Object.entries(expected))('%s', async (name, { verdict, says }) => {
    const { code, stdout, stderr } = await runInProcess(['check', `${folder}${name}`]);
    expect(stdout + stderr).toContain(says);
    expect(code).toBe(EXIT_CODES[verdict]);
    if (verdict === 'refused') expect([stdout, stderr.trimEnd().split('\n').length]).toEqual(['', 1]);
    else expect(stdout.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^${verdict}, recording: `));
  });

  it.each([
    ['pretty', 'likely cause: '],
    ['html', 'Likely causes'],
    ['json', '"damage": ['],
  ])('gives the likely cause before the findings in the format %s', async (form, cause) => {
    const { stdout } = await runInProcess(['check', `${folder}two-turns.sse`, '--reporter', form]);
    const place = stdout.indexOf(cause);
    expect(place).toBeGreaterThan(0);
    expect(stdout.indexOf('a second stream begins here', place)).toBeLessThan(
      stdout.indexOf('stream.terminal.last', place),
    );
  });

  it.each([
    ['check', 'http://127.0.0.1:1'],
    ['record', '--target', 'http://127.0.0.1:1', '--port', '0', '--output', folder],
  ])('is refused as a token file if it is UTF-16, for %s', async (...command) => {
    const { code, stderr } = await runInProcess([...command, '--token-file', `${folder}token-utf-16.txt`]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('it is UTF-16; write it as UTF-8'),
    });
  });
});
