import { describe, expect, it } from 'vitest';
import { readTargetOptions } from '../../src/cli/target-options.ts';

const read = (...flags: string[]) => readTargetOptions(['http://host', ...flags]);

describe('--max-duration', () => {
  it.each([
    ['1', 1000],
    ['90', 90_000],
    ['90s', 90_000],
    ['30m', 1_800_000],
    ['3h', 10_800_000],
    ['24h', 86_400_000],
  ])('of %s is converted to milliseconds', (text, expected) => {
    expect(read('--max-duration', text).maxDuration).toBe(expected);
  });

  it('is two hours by default', () => {
    expect(read().maxDuration).toBe(7_200_000);
  });

  it.each(['0', '25h', '-1', '1.5h', '30 m', 'm', '1d', '1e3', 'NaN'])('cannot be %s', (text) => {
    expect(() => read(`--max-duration=${text}`)).toThrow(
      /^--max-duration cannot be ".*"; write seconds, or a time such as 30m/,
    );
  });
});

it.each(['only', 'skip', 'require'] as const)(
  '--only, --skip and --require add up when --%s is repeated',
  (flag) => {
    const options = read(`--${flag}`, 'chats,turns', `--${flag}=skills`);
    expect(options[flag === 'require' ? 'required' : flag]).toEqual(['chats', 'turns', 'skills']);
  },
);

describe('--header', () => {
  it('adds up when it is repeated, commas included', () => {
    expect(read('--header', 'X-Trace: a, b', '--header', 'x-team: two').headers).toEqual({
      'x-trace': 'a, b',
      'x-team': 'two',
    });
  });

  it.each([
    [['x-a: 1', 'X-A: 2'], '--header names x-a twice; give each header once'],
    [['x-a: 1', 'x-b'], "--header is written as 'name: value'"],
    [['authorization: Bearer x'], 'other users can see the arguments of a program'],
  ])('%j is refused', (headers, message) => {
    expect(() => read(...headers.flatMap((header) => ['--header', header]))).toThrow(message);
  });
});

it('--depth is everything by default, or basic with --fast', () => {
  expect(read().depth).toBeUndefined();
  expect(read('--depth', 'basic').depth).toBe('basic');
  expect(() => read('--depth', 'deep')).toThrow(
    /--depth cannot be "deep".*it must be one of basic, standard, full/,
  );
});
