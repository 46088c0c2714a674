import { describe, expect, test } from 'vitest';
import { findProblems } from '../../../scripts/regular-expressions/find-problems.ts';

const problemsOf = (text: string, accepted: Parameters<typeof findProblems>[1] = []) =>
  findProblems([{ file: 'file.ts', text }], accepted);

describe('an expression with quadratic time is reported', () => {
  test.each([
    ['two runs that overlap', String.raw`/^\s*(identity)?\s*$/i`],
    ['a tag without an end', '/<title[^>]*>/i'],
    ['a citation without an end', String.raw`/\{\{[^}]*\}\}/`],
    ['a run before the end', String.raw`/\/+$/`],
    // The search by attacks alone considers this one safe.
    ['a run before a last word', String.raw`/\s+\S{0,40}$/`],
    ['a string', "new RegExp('(a+)+$')"],
  ])('%s', async (_, expression) => {
    expect(await problemsOf(`\nconst slow = ${expression};\n`)).toEqual([
      expect.stringMatching(/^file\.ts:2: .* is slow: .*(polynomial|exponential)/),
    ]);
  });
});

test('an expression with linear time is not reported', async () => {
  expect(await problemsOf(String.raw`/^[a-z]+$/; /(?<!\/)\/+$/; /\{\{[^{}]*\}\}/g`)).toEqual([]);
});

test('a computed expression needs an entry', async () => {
  const text = "new RegExp('^' + name)";
  expect(await problemsOf(text)).toEqual(['file.ts:1: a computed expression that no entry accepts']);
  expect(await problemsOf(text, [{ file: 'file.ts', reason: 'is short' }])).toEqual([]);
});

test('an entry that accepts nothing is reported', async () => {
  expect(await problemsOf('', [{ file: 'file.ts', source: 'a', reason: 'is gone' }])).toEqual([
    'file.ts: an accepted expression that is not there',
  ]);
});
