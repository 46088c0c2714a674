import { describe, expect, it } from 'vitest';
import { readKnownFailures } from '../../../src/conformance/verdict/read-known-failures.ts';

const IDS = ['chats.list.order', 'chats.list.size', 'stream.start.first'];
const entry = (id: string, expires = '2026-06-30') => ({ id, reason: 'TICKET-1', expires });

describe('a list of known failures', () => {
  it('is YAML with an id, a reason and a date for each entry', () => {
    const text = `
known_failures:
  - id: chats.list.order
    reason: TICKET-1
    expires: 2026-06-30
`;
    expect(readKnownFailures(text, 'known.yaml', IDS)).toEqual([entry('chats.list.order')]);
  });

  it('has an entry for each place of a requirement', () => {
    const entries = ['listChats', 'getChat'].map((place) => ({ ...entry('chats.list.order'), place }));
    expect(readKnownFailures(JSON.stringify({ known_failures: entries }), 'known.yaml', IDS)).toEqual(
      entries,
    );
  });

  it('reads the former name of a requirement as the present one', () => {
    const text = JSON.stringify({ known_failures: [entry('usage.counters.snake-case-integers')] });
    expect(readKnownFailures(text, 'known.yaml', ['usage.counters.not-negative'])).toEqual([
      { ...entry('usage.counters.not-negative'), formerId: 'usage.counters.snake-case-integers' },
    ]);
  });

  it.each([
    ['known_failures: [', 'known.yaml:1: '],
    ['known_failures: []\n---\nknown_failures: []', 'known.yaml:2: has a second document'],
    ['known_failures: *a', 'known.yaml:1: has an alias *a without an anchor before it'],
    ['{}', 'the list has no member `known_failures`, which it needs'],
    ['known_failures: [{ id: a, reason: b }]', 'known_failures.0 has no member `expires`'],
    ['known_failures: [{ id: a, reason: b, expires: soon }]', 'known_failures.0.expires must match'],
    [
      JSON.stringify({ known_failures: [entry('chats.list.order', '2026-02-30')] }),
      'chats.list.order expires on 2026-02-30, and there is no such day',
    ],
    ['known_failures: [{ id: a, reason: b, expires: 2026-01-01, level: 1 }]', 'level is not known here'],
    [
      'known_failures: [{ id: chats.list.ordr, reason: b, expires: 2026-01-01 }]',
      'did you mean chats.list.order?',
    ],
    [
      JSON.stringify({ known_failures: [entry('interactions.pause.pings')] }),
      'interactions.pause.pings was removed in 0.1.0; list stream.ping.cadence if it is violated',
    ],
    [
      JSON.stringify({ known_failures: [entry('chats.list.order'), entry('chats.list.order')] }),
      'chats.list.order is listed twice',
    ],
    [
      JSON.stringify({ known_failures: [{ ...entry('chats.list.order'), highest_rate: 0.1 }] }),
      'chats.list.order has a highest_rate, which needs `flaky: true`',
    ],
    [
      JSON.stringify({ known_failures: [{ ...entry('chats.list.order'), flaky: true, highest_rate: 20 }] }),
      'highest_rate must be at most 1',
    ],
  ])('is refused: %s', (text, message) => {
    expect(() => readKnownFailures(text, 'known.yaml', IDS)).toThrow(
      expect.objectContaining({ code: 'invalid-known-failures', message: expect.stringContaining(message) }),
    );
  });
});
