import { expect, it } from 'vitest';
import { rankFailures } from '../../../src/conformance/report/rank-failures.ts';

const CHECKS = [
  { id: 'a.one', requirements: ['a'] },
  { id: 'a.two', requirements: ['a', 'b'] },
  { id: 'b.one', requirements: ['b'] },
  { id: 'c.one', requirements: ['c'] },
  { id: 'left-out' },
];
const row = (id: string, ...findings: readonly (readonly [check: string, exchange: number])[]) => ({
  id,
  violations: findings.length,
  findings: findings.map(([check, exchange]) => ({ check, exchange })),
});
const rankedBy = (checks: Parameters<typeof rankFailures>[1], ...rows: readonly ReturnType<typeof row>[]) =>
  rankFailures(rows, checks).map(({ id }) => id);
const ranked = (...rows: readonly ReturnType<typeof row>[]) => rankedBy(CHECKS, ...rows);
/** So many checks of one requirement. */
const checksOf = (id: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `${id}.${at}`, requirements: [id] }));
/** The checks, one of which ended in another way than the others. */
const ended = (odd: string, how: string, others: string) =>
  CHECKS.map((check) => ({ ...check, status: check.id === odd ? how : others }));

it('puts a requirement first if most of its own checks found it violated', () => {
  expect(ranked(row('b', ['a.two', 1]), row('a', ['a.one', 8], ['a.two', 9]))).toEqual(['a', 'b']);
});

it('puts the earlier of two equal requirements first', () => {
  expect(ranked(row('a', ['a.two', 5]), row('b', ['a.two', 4]))).toEqual(['b', 'a']);
});

it('puts the earlier first of those that most of their checks found', () => {
  const a = (exchange: number) => row('a', ['a.one', exchange], ['a.two', 9]);
  expect(ranked(a(8), row('c', ['c.one', 2]))).toEqual(['c', 'a']);
  expect(ranked(row('c', ['c.one', 2]), a(1))).toEqual(['a', 'c']);
});

it.each([
  ['seven of ten', 7, ['d', 'c']],
  ['six of ten', 6, ['c', 'd']],
])('counts a requirement that %s of its checks found like one that all found', (_, found, order) => {
  const often = row('d', ...Array.from({ length: found }, (__, at) => [`d.${at}`, 1] as const));
  expect(rankedBy([...checksOf('d', 10), ...CHECKS], often, row('c', ['c.one', 2]))).toEqual(order);
});

it.each([
  ['after one that two checks verify', 2, ['c', 'e', 'd']],
  ['before one that four checks verify', 4, ['c', 'd', 'e']],
])('puts a requirement without checks of its own %s, if none of them found it', (_, own, order) => {
  const rows = [row('d', ['a.one', 2]), row('e', ['c.one', 1]), row('c', ['c.one', 3])];
  expect(rankedBy([...checksOf('e', own), ...CHECKS], ...rows)).toEqual(order);
});

it.each([
  ['first, if several checks found it violated as often as half of all checks run', 5, 5, ['d', 'c']],
  ['as usual, if it is violated less often', 5, 2, ['c', 'd']],
  ['as usual, if few checks found it', 4, 5, ['c', 'd']],
])('ranks a requirement without checks of its own %s', (_, finders, violations, order) => {
  const found = Array.from({ length: finders }, (_, at) => [`x.${at}`, at] as const);
  const often = { ...row('d', ...found), violations };
  expect(ranked(row('c', ['c.one', 3]), often)).toEqual(order);
});

it('estimates how many checks found a requirement violated that has more findings than the report lists', () => {
  const often = { ...row('a', ['a.one', 9]), violations: 2 };
  expect(ranked(row('b', ['b.one', 1]), often)).toEqual(['a', 'b']);
});

it('assumes that a check of a requirement found it violated too, if it found something that the report may not list', () => {
  const checks = ended('c.one', 'violated', 'passed');
  const [b, c] = [row('b', ['b.one', 1]), row('c', ['left-out', 2])];
  expect(rankedBy(checks, b, c)).toEqual(['b', 'c']);
  expect(rankedBy(checks, b, { ...c, violations: 9 })).toEqual(['c', 'b']);
});

it('does not count a check that did not reach its end', () => {
  const checks = ended('a.two', 'incomplete', 'violated');
  expect(rankedBy(checks, row('a', ['a.one', 2]), row('b', ['b.one', 3]))).toEqual(['a', 'b']);
});

it('counts a check that found something before it stopped', () => {
  const rows = [row('a', ['a.two', 1]), row('b', ['a.one', 2]), row('c', ['c.one', 3])];
  expect(rankedBy(ended('a.two', 'passed', 'incomplete'), ...rows)).toEqual(['a', 'c', 'b']);
});

it('keeps the order for a recording, which has no checks', () => {
  const rows = ['a', 'b'].map((id) => ({ id, violations: 1, findings: [{}] }));
  expect(rankFailures(rows, []).map(({ id }) => id)).toEqual(['a', 'b']);
});
