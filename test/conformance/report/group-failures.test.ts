import { expect, it } from 'vitest';
import { groupFailures } from '../../../src/conformance/report/group-failures.ts';
import type { ReportedFinding, RequirementReport } from '../../../src/conformance/report/model.ts';

type Place = Partial<ReportedFinding>;

function row(id: string, ...places: readonly Place[]): RequirementReport {
  return {
    id,
    level: 'must',
    status: 'failed',
    text: `This says what ${id} requires.`,
    section: '1',
    statements: [],
    violations: places.length,
    findings: places.map((place) => ({
      requirement: id,
      text: `This says what ${id} requires.`,
      file: 'server',
      explain: `explain ${id}`,
      check: 'one',
      expected: '404',
      actual: '200',
      ...place,
    })),
  };
}
const grouped = (...rows: readonly RequirementReport[]) =>
  groupFailures(rows, []).map((group) => group.rows.map(({ id }) => id));

it('puts requirements together that the same findings violate', () => {
  const places = [{ exchange: 3 }, { exchange: 4, check: 'other' }];
  expect(grouped(row('a', ...places), row('b', { exchange: 5 }), row('c', ...places))).toEqual([
    ['a', 'c'],
    ['b'],
  ]);
});

it.each<[string, Place]>([
  ['in another exchange', { exchange: 4 }],
  ['in another check', { exchange: 3, check: 'other' }],
  ['at another member', { exchange: 3, pointer: '/data' }],
  ['of another event', { exchange: 3, event: 1 }],
  ['that expects something else', { exchange: 3, expected: '403' }],
])('keeps a requirement apart that is violated %s', (_, place) => {
  expect(grouped(row('a', { exchange: 3 }), row('b', place))).toEqual([['a'], ['b']]);
});

it('keeps requirements apart that are violated more often than the report lists', () => {
  const often = (id: string) => ({ ...row(id, { exchange: 3 }), violations: 8 });
  expect(grouped(often('a'), often('b'))).toEqual([['a'], ['b']]);
});
