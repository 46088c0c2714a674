import { describe, expect, it } from 'vitest';
import { renderGithub } from '../../../src/conformance/report/github.ts';
import { groupFailures } from '../../../src/conformance/report/group-failures.ts';
import { renderHtml } from '../../../src/conformance/report/html/index.ts';
import type {
  Report,
  ReportedFinding,
  RequirementReport,
  TargetReport,
} from '../../../src/conformance/report/model.ts';
import { renderPretty } from '../../../src/conformance/report/pretty.ts';
import { readRecording } from '../../cli/workspace.ts';
import { judgeBytes, reportOf } from './judge-bytes.ts';

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

describe('a requirement that is violated wherever another one is', () => {
  const places = [{ exchange: 3 }, { exchange: 4 }, { exchange: 5 }];
  const narrow = row('narrow', ...places.slice(0, 2));

  it.each<[string, RequirementReport, readonly string[]]>([
    ['and elsewhere too explains it', row('wide', ...places), ['wide']],
    [
      'but for another finding does not',
      row('wide', ...places.slice(1), { exchange: 6 }),
      ['narrow', 'wide'],
    ],
  ])('%s', (_, wide, first) => {
    expect(grouped(narrow, wide).flat()).toEqual(first);
  });

  it('does not explain it if the report does not list all that was found', () => {
    expect(grouped({ ...narrow, violations: 3 }, { ...row('wide', ...places), violations: 9 })).toHaveLength(
      2,
    );
  });
});

it('puts requirements together that are violated equally often, even if the report does not list every finding', () => {
  const often = (id: string, violations: number) => ({ ...row(id, { exchange: 3 }), violations });
  expect(grouped(often('a', 8), often('b', 8), often('c', 9))).toEqual([['a', 'b'], ['c']]);
});

describe('a report for', () => {
  const ROWS = [
    { ...row('a', { expected: 'one thing' }), rounds: { seen: 9, violated: 1 } },
    row('b', {}),
    { ...row('c', { expected: 'one thing' }), rounds: { seen: 4, violated: 1 } },
  ];

  it.each<[string, (report: Report) => string]>([
    ['a terminal', (report) => renderPretty(report, {})],
    ['a browser', (report) => renderHtml(report)],
    ['GitHub', renderGithub],
  ])('%s shows the finding of several requirements once, the likeliest cause first', async (_, render) => {
    const sound = await judgeBytes('server', readRecording('valid/plain.sse'));
    const checks = [{ id: 'one', requirements: ['a', 'c'], status: 'failed' }];
    const target = { ...sound, requirements: ROWS, checks } as unknown as TargetReport;
    const text = render(reportOf(target));
    expect(text.split('one thing')).toHaveLength(2);
    const inOrder = ROWS.toSorted((one, other) => text.indexOf(one.text) - text.indexOf(other.text));
    expect(inOrder.map(({ id }) => id)).toEqual(['a', 'c', 'b']);
    for (const rounds of ['1 of 9 rounds', '1 of 4 rounds']) expect(text).toContain(rounds);
  });
});
