import { describe, expect, it } from 'vitest';
import { exitOf, type Judged } from '../../../src/conformance/verdict/exit-code.ts';
import { compareKnownFailures } from '../../../src/conformance/verdict/known-failures.ts';
import type { RowStatus, Verdict } from '../../../src/conformance/verdict/verdict.ts';

const ID = 'chats.list.order';
const TODAY = '2026-06-30';
const entry = (id: string, expires = TODAY) => ({ id, reason: 'TICKET-1', expires });

/** The states of a list of known failures, relative to the single row of a report. */
const LISTS = {
  'no list': undefined,
  'an empty list': [],
  'a list with the row': [entry(ID)],
  'a list with another row': [entry('stream.start.first')],
  'a list whose entry expired': [entry(ID, '2026-06-29')],
} as const;

type List = keyof typeof LISTS;

function judged(status: RowStatus, verdict: Verdict, incomplete: readonly string[], list: List): Judged {
  const requirements = [{ id: ID, status }];
  const entries = LISTS[list];
  return {
    verdict,
    incomplete,
    requirements,
    summary: { warned: status === 'warned' ? 1 : 0 },
    ...(entries && { knownFailures: compareKnownFailures(entries, requirements, TODAY) }),
  };
}

const STOPPED = ['the run was stopped'];

type Codes = readonly [none: number, empty: number, withRow: number, another: number, expired: number];

/** Exit codes by result, under each list in turn: first without, then with `--fail-on warning`. */
const CODES: readonly (readonly [string, RowStatus, Verdict, readonly string[], Codes, Codes])[] = [
  ['conformant', 'passed', 'conformant', [], [0, 0, 1, 0, 1], [0, 0, 1, 0, 1]],
  ['conformant with a warning', 'warned', 'conformant', [], [0, 0, 0, 0, 1], [1, 1, 0, 1, 1]],
  ['conformant, the row not exercised', 'not-exercised', 'conformant', [], [0, 0, 0, 0, 1], [0, 0, 0, 0, 1]],
  ['nonconformant', 'failed', 'nonconformant', [], [1, 1, 0, 1, 1], [1, 1, 0, 1, 1]],
  ['nonconformant and interrupted', 'failed', 'nonconformant', STOPPED, [1, 1, 3, 1, 1], [1, 1, 3, 1, 1]],
  ['incomplete', 'not-exercised', 'incomplete', STOPPED, [3, 3, 3, 3, 1], [3, 3, 3, 3, 1]],
  ['incomplete with a warning', 'warned', 'incomplete', STOPPED, [3, 3, 3, 3, 1], [1, 1, 3, 1, 1]],
  ['nothing-ran', 'not-exercised', 'nothing-ran', [], [3, 3, 3, 3, 1], [3, 3, 3, 3, 1]],
];

const cases = CODES.flatMap(([what, status, verdict, incomplete, ...codes]) =>
  (Object.keys(LISTS) as List[]).flatMap((list, column) =>
    codes.map((row, flag) => ({
      ...{ what, list, failsOnWarning: flag === 1, code: row[column] },
      judged: judged(status, verdict, incomplete, list),
    })),
  ),
);

describe('the exit code', () => {
  it.each(cases)('is $code for a $what report, $list, --fail-on warning $failsOnWarning', (each) => {
    expect(exitOf(each.judged, each).code).toBe(each.code);
  });

  it('follows from the verdict and warnings of a report of several inputs, which has no rows itself', () => {
    const summary = { warned: 2 };
    expect(exitOf({ verdict: 'conformant', summary })).toEqual({ code: 0 });
    expect(exitOf({ verdict: 'nothing-ran', summary }).code).toBe(3);
    expect(exitOf({ verdict: 'incomplete', summary }, { failsOnWarning: true }).code).toBe(1);
  });

  it('has a reason if the verdict does not explain it', () => {
    const reasonOf = (status: RowStatus, verdict: Verdict, list: List) =>
      exitOf(judged(status, verdict, [], list), { failsOnWarning: true }).reason;
    expect(reasonOf('passed', 'conformant', 'no list')).toBeUndefined();
    expect(reasonOf('failed', 'nonconformant', 'no list')).toBeUndefined();
    expect(reasonOf('warned', 'conformant', 'no list')).toMatch(
      /there are warnings \(1\), and --fail-on warning/,
    );
    expect(reasonOf('failed', 'nonconformant', 'a list with the row')).toMatch(/every violation is listed/);
  });
});
