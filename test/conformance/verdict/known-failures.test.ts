import { describe, expect, it } from 'vitest';
import {
  compareKnownFailures,
  describeKnownFailures,
} from '../../../src/conformance/verdict/known-failures.ts';

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
