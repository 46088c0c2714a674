import { describe, expect, it } from 'vitest';
import { isFinal } from '../../../src/adapters/ai-sdk/final-failure.ts';
import { keysOf, script, setUp } from './chat.ts';

const setup = setUp();

/** What a function of a page may throw: an error of the client, or another with these members. */
const FAILURES: readonly (readonly [isFinal: boolean, facts: object])[] = [
  [true, { status: 400, kind: 'invalid-request' }],
  [false, { status: 401, kind: 'unauthenticated' }],
  [false, { status: 403, kind: 'refused' }],
  [true, { status: 403, kind: 'attachment-not-allowed', channel: 'http' }],
  [true, { status: 404 }],
  [false, { status: 404, kind: 'invalid-response' }],
  [false, { status: 408 }],
  [true, { status: 409, kind: 'idempotency-conflict' }],
  [false, { status: 409, kind: 'turn-in-progress' }],
  [false, { status: 409, kind: 'outcome-unknown' }],
  [true, { status: 410 }],
  [true, { status: 413, kind: 'content-too-long' }],
  [true, { status: 422 }],
  [false, { status: 429 }],
  [false, { status: 502, kind: 'invalid-response' }],
  [false, { status: 503, kind: 'save-unconfirmed' }],
  [false, { kind: 'connection' }],
  [true, { kind: 'turn-failed', channel: 'stream' }],
  [false, { kind: 'turn-outcome-unknown', channel: 'stream' }],
  [false, { name: 'AbortError' }],
];

describe('a turn that is read again', () => {
  it.each(FAILURES)('is forgotten: %s, after %j', async (isForgotten, facts) => {
    const id = crypto.randomUUID();
    const sent = { idempotencyKey: '1', body: { content: 'Hello' }, at: Date.now() };
    const kept = new Map([[`conversation-api ${id}`, JSON.stringify(sent)]]);
    const failure = Object.assign(new Error('refused'), facts);
    const { transport } = setup.open({ keys: keysOf(kept), stream: () => Promise.reject(failure) }, id);
    await expect(transport.reconnectToStream({ chatId: id })).rejects.toBe(failure);
    expect(kept.size).toBe(isForgotten ? 0 : 1);
  });
});

it('survives whatever is thrown', () => {
  expect([undefined, null, 'no', 1].map(isFinal)).toEqual([false, false, false, false]);
});

it('keeps the key of a turn whose outcome is not known yet, and reads it later', async () => {
  const kept = new Map<string, string>();
  const { chat } = setup.open({
    keys: keysOf(kept),
    stream: (chatId, body, options) =>
      setup.client.turns.stream(chatId, body, {
        ...options,
        headers: { 'x-reference-fault': 'outcome_unknown' },
      }),
  });
  await chat.sendMessage({ text: script({ say: 'Ten.' }) });
  expect(chat.error).toMatchObject({ kind: 'turn-outcome-unknown', channel: 'stream' });
  expect(kept.size).toBe(1);

  await setup.clock.advance(60_000);
  await chat.resumeStream();
  expect([chat.answer?.texts, kept.size]).toEqual([['Ten.'], 0]);
});
