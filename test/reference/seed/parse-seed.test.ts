import { describe, expect, it } from 'vitest';
import { parseSeed } from '../../../src/reference/seed/parse-seed.ts';
import { SeedError } from '../../../src/reference/seed/problem.ts';

function firstProblem(text: string): string | undefined {
  try {
    parseSeed(text, 's.yaml');
    return undefined;
  } catch (error) {
    if (error instanceof SeedError) return error.problems[0];
    throw error;
  }
}

const nineTimes = (name: string) => `[${Array(9).fill(`*${name}`).join()}]`;
const bomb = `a: &a [x]\nb: &b ${nineTimes('a')}\nc: &c ${nineTimes('b')}\nd: ${nineTimes('c')}\n`;

describe('parseSeed', () => {
  it.each([
    ['broken YAML', 'a: 1\nb: [1\nc: 2\n', /^s\.yaml:3: Flow sequence/],
    ['a repeated key', 'a: 1\nb: 1\na: 2\n', /^s\.yaml:3: "a" is defined twice$/],
    ['a tag', 'a: !!js/function x\n', /^s\.yaml:1: Unresolved tag/],
    ['two documents', 'a: 1\n---\nb: 2\n', /^s\.yaml:2: a seed is one document; remove the line `---`$/],
    ['a key that is a list', '? [1]\n: 2\n', /^s\.yaml:1: .*keys must be strings$/],
    [
      'an alias of nothing',
      'a: *b\n',
      /^s\.yaml: has aliases that cannot be followed .*write the values out$/,
    ],
    ['aliases of aliases of aliases', bomb, /^s\.yaml: has aliases that cannot be followed/],
    ['endlessly nested lists', '['.repeat(5000), /^s\.yaml:1: is nested too deeply$/],
    [
      'a text beyond 16 MiB',
      'a'.repeat(2 ** 24 + 1),
      /^s\.yaml: has 16777217 bytes; a seed has at most 16777216/,
    ],
  ])('refuses %s', (_case, text, line) => {
    expect(firstProblem(text)).toMatch(line);
  });

  it.each([
    ['nothing', '', null],
    ['JSON', '{"a":[1,null]}', { a: [1, null] }],
    ['a byte order mark and CRLF', '\ufeffa: 1\r\nb: 2\r\n', { a: 1, b: 2 }],
    ['an alias', 'a: &a { b: 1 }\nc: *a\n', { a: { b: 1 }, c: { b: 1 } }],
  ])('reads %s', (_case, text, value) => {
    expect(parseSeed(text, 's.yaml').value).toEqual(value);
  });

  it('treats a member called __proto__ as an ordinary member', () => {
    const { value } = parseSeed('__proto__: { a: 1 }\n', 's.yaml');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect((value as { a?: number }).a).toBeUndefined();
  });

  it.each([
    ['the whole', '', 1],
    ['a member', '/b', 2],
    ['an item', '/b/0', 3],
    ['a member of an item', '/b/1/d', 5],
    ['the target of an alias', '/e/d', 5],
    ['a missing member', '/b/0/x', 3],
    ['nothing at all', '/x/y/0', 1],
  ])('finds the line of %s', (_case, pointer, line) => {
    const { lineOf } = parseSeed('a: 1\nb:\n  - c: 1\n  - &it\n    d: 2\ne: *it\n', 's.yaml');
    expect(lineOf(pointer)).toBe(line);
  });
});
