import { describe, expect, it } from 'vitest';
import { exitOf } from '../../../src/conformance/verdict/exit-code.ts';
import {
  compareKnownFailures,
  describeKnownFailures,
} from '../../../src/conformance/verdict/known-failures.ts';
import type { KnownFailure } from '../../../src/conformance/verdict/known-failures-report.ts';

const entry = (id: string, expires = '2026-06-30') => ({ id, reason: 'TICKET-1', expires });

describe('the comparison with a report', () => {
  const today = '2026-06-30';

  it('names every entry that needs attention', () => {
    const rows = [
      { id: 'chats.list.order', status: 'passed' as const },
      { id: 'stream.start.first', status: 'failed' as const },
    ];
    const entries = [entry('chats.list.order'), entry('chats.list.size', '2026-06-29')];
    expect(describeKnownFailures(compareKnownFailures(entries, rows, today))).toEqual([
      'known failures: 0 as listed, 1 not listed, 0 not exercised',
      'stale: chats.list.order is listed and was met; take it off the list',
      'expired: chats.list.size was listed until 2026-06-29; fix it, or renew the entry',
      'not listed: stream.start.first',
    ]);
  });
});

const ID = 'chats.title.trimmed';
const TODAY = '2026-06-30';
const at = (place: string): KnownFailure => ({ ...entry(ID), place });
const flaky = (highest_rate?: number): KnownFailure => ({
  ...entry(ID),
  flaky: true,
  ...(highest_rate !== undefined && { highest_rate }),
});

/** The exit code of a run in which only this requirement was judged. */
function exitWith(
  entries: readonly KnownFailure[],
  row: object,
  earlier?: () => { seen: number; violated: number },
) {
  const rows = [{ id: ID, status: 'failed' as const, ...row }];
  const isMet = rows[0]?.status !== 'failed';
  return exitOf({
    verdict: isMet ? 'conformant' : 'nonconformant',
    summary: { warned: 0 },
    requirements: rows,
    knownFailures: compareKnownFailures(entries, rows, TODAY, earlier),
  }).code;
}

describe('a flaky entry', () => {
  it.each([
    ['is violated', {}],
    ['is met', { status: 'passed' }],
  ])('does not fail a run in which its requirement %s', (_, row) => {
    expect(exitWith([flaky()], row)).toBe(0);
    expect(exitWith([flaky(0.2)], row)).toBe(0);
  });

  it.each([
    ['3 of 20 rounds, which a rate of 0.2 explains', { rounds: { seen: 20, violated: 3 } }, undefined, 0],
    ['12 of 20 rounds', { rounds: { seen: 20, violated: 12 } }, undefined, 1],
    ['11 of 19 earlier runs and this one', {}, { seen: 19, violated: 11 }, 1],
    ['11 of 19 earlier runs, and not in this one', { status: 'passed' }, { seen: 19, violated: 11 }, 0],
  ])('with a highest rate of 0.2, and violated in %s', (_, row, earlier, code) => {
    expect(exitWith([flaky(0.2)], row, earlier && (() => earlier))).toBe(code);
  });

  it('says how often it was violated if that is too often', () => {
    const rows = [{ id: ID, status: 'failed' as const, rounds: { seen: 20, violated: 12 } }];
    expect(describeKnownFailures(compareKnownFailures([flaky(0.2)], rows, TODAY))).toEqual([
      'known failures: 0 as listed, 0 not listed, 0 not exercised',
      'too often: chats.title.trimmed in 12 of 20, which is above the highest rate of 0.2 at 95 % confidence',
    ]);
  });
});

describe('an entry for one place', () => {
  const reads = { request: 'GET /api/v1/chats/1', check: 'chats.get.title' };
  const changes = { request: 'PATCH /api/v1/chats/1', check: 'chats.update.title' };

  it.each([['getChat'], ['chats.get.title'], ['chat.updated']])('covers %s', (place) => {
    expect(exitWith([at(place)], { findings: [{ ...reads, eventType: 'chat.updated' }] })).toBe(0);
  });

  it.each([
    ['a finding', { findings: [reads, changes] }],
    [
      'a violation of which the report has no finding',
      { findings: [reads], elsewhere: [['updateChat', 'chats.update.title']] },
    ],
  ])('hides no violation at another place: %s', (_, row) => {
    expect(exitWith([entry(ID)], row)).toBe(0);
    expect(exitWith([at('getChat')], row)).toBe(1);
    expect(exitWith([at('getChat'), at('updateChat')], row)).toBe(0);
    const rows = [{ id: ID, status: 'failed' as const, ...row }];
    expect(describeKnownFailures(compareKnownFailures([at('getChat')], rows, TODAY))).toEqual([
      'known failures: 1 as listed, 1 not listed, 0 not exercised',
      'not listed: chats.title.trimmed at updateChat, chats.update.title',
    ]);
  });

  it('is stale if its place was looked at and is not violated', () => {
    const places = { seen: 1, of: 2, missing: [{ reason: 'the check did not run', places: ['updateChat'] }] };
    expect(exitWith([at('getChat')], { status: 'passed', places })).toBe(1);
    expect(exitWith([at('updateChat')], { status: 'passed', places })).toBe(0);
  });
});

it('says the present name of a requirement that the list has under its former one', () => {
  const rows = [{ id: 'usage.counters.not-negative', status: 'warned' as const }];
  const renamed = { ...entry('usage.counters.not-negative'), formerId: 'usage.counters.snake-case-integers' };
  expect(describeKnownFailures(compareKnownFailures([renamed], rows, TODAY))).toEqual([
    'known failures: 1 as listed, 0 not listed, 0 not exercised',
    'renamed: usage.counters.snake-case-integers is usage.counters.not-negative since 0.1.0; write the new name in the list',
  ]);
});
