import { describe, expect, it } from 'vitest';
import {
  compareKnownFailures,
  describeKnownFailures,
  exitCodeWith,
  readKnownFailures,
} from '../../../src/conformance/verdict/known-failures.ts';
import type { RowStatus, Verdict } from '../../../src/conformance/verdict/verdict.ts';

const IDS = ['chats.list.order', 'chats.list.size', 'stream.start.first'];
const entry = (id: string, expires = '2026-06-30') => ({ id, reason: 'TICKET-1', expires });

describe('a list of known failures', () => {
  it('is YAML with an id, a reason and a day for each', () => {
    const text = `
known_failures:
  - id: chats.list.order
    reason: TICKET-1
    expires: 2026-06-30
`;
    expect(readKnownFailures(text, 'known.yaml', IDS)).toEqual([entry('chats.list.order')]);
  });

  it.each([
    ['known_failures: [', 'known.yaml:1: '],
    ['{}', 'the list has no member `known_failures`, which it needs'],
    ['known_failures: [{ id: a, reason: b }]', 'known_failures.0 has no member `expires`'],
    ['known_failures: [{ id: a, reason: b, expires: soon }]', 'known_failures.0.expires must match'],
    ['known_failures: [{ id: a, reason: b, expires: 2026-01-01, level: 1 }]', 'level is not known here'],
    [
      'known_failures: [{ id: chats.list.ordr, reason: b, expires: 2026-01-01 }]',
      'did you mean chats.list.order?',
    ],
    [
      JSON.stringify({ known_failures: [entry('chats.list.order'), entry('chats.list.order')] }),
      'chats.list.order is listed twice',
    ],
  ])('is refused: %s', (text, message) => {
    expect(() => readKnownFailures(text, 'known.yaml', IDS)).toThrow(
      expect.objectContaining({ code: 'invalid-known-failures', message: expect.stringContaining(message) }),
    );
  });
});

describe('the exit code with known failures', () => {
  const today = '2026-06-30';
  const order = [entry('chats.list.order')];
  const expired = [entry('chats.list.order', '2026-06-29')];

  it.each<[string, number, readonly ReturnType<typeof entry>[], RowStatus, Verdict, readonly string[]]>([
    ['0 when what is violated is listed', 0, order, 'failed', 'nonconformant', []],
    ['1 when it is not listed', 1, [], 'failed', 'nonconformant', []],
    ['1 when another is listed', 1, [entry('chats.list.size')], 'failed', 'nonconformant', []],
    ['1 when the entry has expired', 1, expired, 'failed', 'nonconformant', []],
    ['1 when the entry has expired, and nothing is violated', 1, expired, 'passed', 'conformant', []],
    ['1 when the entry is stale', 1, order, 'passed', 'conformant', []],
    ['0 when nothing showed what is listed', 0, order, 'not-exercised', 'conformant', []],
    ['3 when the run was incomplete besides', 3, order, 'failed', 'nonconformant', ['stopped']],
    ['3 when nothing ran', 3, order, 'not-exercised', 'nothing-ran', []],
    ['0 for a warning that is listed', 0, order, 'warned', 'conformant', []],
  ])('is %s', (_case, code, entries, status, verdict, incomplete) => {
    const report = compareKnownFailures(entries, [{ id: 'chats.list.order', status }], today);
    expect(exitCodeWith(report, verdict, incomplete)).toBe(code);
  });

  it('is told with what there is to do', () => {
    const rows = [
      { id: 'chats.list.order', status: 'passed' as const },
      { id: 'stream.start.first', status: 'failed' as const },
    ];
    const entries = [entry('chats.list.order'), entry('chats.list.size', '2026-06-29')];
    expect(describeKnownFailures(compareKnownFailures(entries, rows, today))).toEqual([
      'known failures: 0 as listed, 1 not listed, 0 not exercised',
      'stale: chats.list.order is listed and was met; take it off the list',
      'expired: chats.list.size was listed until 2026-06-29; mend it, or renew the entry',
      'not listed: stream.start.first',
    ]);
  });
});
