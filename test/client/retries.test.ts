import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import errors from '../../generated/errors.json' with { type: 'json' };
import { VirtualClock } from '../../scripts/simulation/virtual-clock.ts';
import type { Client } from '../../src/client/index.ts';
import { Mask } from '../../src/client/mask.ts';
import { Retries } from '../../src/client/retries.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import {
  answer,
  failure,
  inProgress,
  mute,
  type Reply,
  scriptService,
  unreachable,
} from './harness/service.ts';
import { runtimeOf } from './harness/settle.ts';
import { CHAT, completed, start, stream } from './harness/wire.ts';

forbidUnhandledRejections();

const MINUTE = 60_000;
const message = { id: 7, chat_id: CHAT, content: 'At 10:00.' };
const success = answer({ data: message });
const TURN = { content: 'When do we open?', permission_mode: 'auto' } as const;

type Calling = (client: Client) => Promise<unknown>;
const read: Calling = ({ chats }) => chats.get(CHAT);
const write: Calling = ({ chats }) => chats.create({});
const send: Calling = ({ turns }) => turns.send(CHAT, TURN);

/** Counts the requests of a call whose first answer is `reply` and whose next answer is a success. */
async function countOf(calling: Calling, reply: Reply): Promise<number> {
  const service = scriptService([reply, success]);
  await service.settle(calling(service.client).catch(() => {}));
  return service.sent.length;
}

/** Failures that are safe to retry: either nothing happened, or the same key returns the outcome. */
const AGAIN = new Set([
  'turn-in-progress',
  'outcome-unknown',
  'cancel-not-delivered',
  'agents-unavailable',
  'save-unconfirmed',
  'decision-not-sent',
  'interactions-unavailable',
]);

it.each(errors.filter(({ channel }) => channel === 'http'))(
  'a failure of the contract $id leads to another request only if the contract says that this is safe',
  async ({ id, status, message_code, data_code }) => {
    const reply = failure(status as number, message_code as string, { data: { code: data_code } });
    const count = AGAIN.has(id) ? 2 : 1;
    for (const calling of [read, write, send]) expect(await countOf(calling, reply)).toBe(count);
  },
);

describe('a request', () => {
  const any: Reply = answer('<html>', 503);
  const cut: Reply = () => new Response(new ReadableStream({ start: (c) => c.error(new TypeError('cut')) }));

  it.each<[string, Reply, readonly [read: number, write: number, send: number]]>([
    ['finds no service', unreachable, [2, 1, 2]],
    ['gets half an answer', cut, [2, 1, 2]],
    ['gets no answer in time', mute, [2, 1, 2]],
    ['gets a page with 502', answer('<html>', 502), [2, 1, 2]],
    ['gets a page with 503', any, [2, 1, 2]],
    ['gets a page with 504', answer('<html>', 504), [2, 1, 2]],
    ['gets 408', answer('', 408), [2, 1, 2]],
    ['gets 429', answer('', 429), [2, 2, 2]],
    ['gets 500', answer('', 500), [1, 1, 1]],
    ['gets 404', answer('', 404), [1, 1, 1]],
    ['gets no JSON', answer('<html>'), [1, 1, 1]],
    ['gets no data', answer({}), [1, 1, 1]],
  ])('that %s is retried only if it reads or has a key', async (_, reply, counts) => {
    expect(await Promise.all([read, write, send].map((calling) => countOf(calling, reply)))).toEqual(counts);
  });

  it('is retried with the same key and the same bytes', async () => {
    const { client, sent, settle } = scriptService([unreachable, any, inProgress, success]);
    await settle(client.turns.send(CHAT, TURN));
    const [first, ...others] = sent.map(({ body, headers, method, url }) => ({
      body,
      key: headers.get('idempotency-key'),
      method,
      url,
    }));
    expect(first?.key).toMatch(/^[\da-f]{32}$/);
    expect(others).toEqual([first, first, first]);
  });

  it.each([
    [undefined, 5],
    [0, 1],
    [2, 3],
  ])('is retried as often as maxRetries allows: %s', async (maxRetries, count) => {
    const { client, sent, settle } = scriptService(
      Array.from({ length: 9 }, () => unreachable),
      { ...(maxRetries !== undefined && { maxRetries }) },
    );
    await expect(settle(client.chats.get(CHAT))).rejects.toMatchObject({ kind: 'connection' });
    expect(sent).toHaveLength(count);
  });

  it('waits for a running turn for about as long as a turn can run', async () => {
    const service = scriptService(Array.from({ length: 1000 }, () => inProgress));
    const began = service.clock.now();
    await expect(service.settle(service.client.turns.send(CHAT, TURN))).rejects.toMatchObject({
      kind: 'turn-in-progress',
    });
    expect(service.clock.now() - began).toBeGreaterThan(35 * MINUTE);
    expect(service.clock.now() - began).toBeLessThan(36 * MINUTE);
    expect(service.sent.length).toBeGreaterThan(300);
  });

  it('that is aborted in a pause is not retried, and leaves nothing behind', async () => {
    const { client, clock, sent } = scriptService([unreachable, success]);
    const controller = new AbortController();
    const doing = client.chats.get(CHAT, { signal: controller.signal }).catch((error: unknown) => error);
    await clock.advance(100);
    expect([sent.length, clock.pending]).toEqual([1, 1]);
    controller.abort('enough');
    expect(await doing).toBe('enough');
    expect([sent.length, clock.pending]).toEqual([1, 0]);
  });
});

/** The clock of this service is an hour ahead. */
const AHEAD = { date: 'Mon, 02 Mar 2026 11:00:00 GMT', 'retry-after': 'Mon, 02 Mar 2026 11:01:30 GMT' };

describe('x-should-retry', () => {
  const advice = (should: string, status: number, code = '') =>
    failure(status, code, {}, { 'x-should-retry': should });

  it.each<[string, Reply, readonly [read: number, write: number, send: number]]>([
    ['false, with 503', advice('false', 503), [1, 1, 1]],
    ['false, with 429', advice('false', 429), [1, 1, 1]],
    ['false, when a turn is running', advice('false', 409, 'api_v1_turn_in_progress'), [1, 1, 1]],
    [
      'false, when the contract allows a repeat',
      advice('false', 503, 'api_v1_agents_unavailable'),
      [1, 1, 1],
    ],
    ['true, with 500', advice('true', 500), [2, 1, 2]],
    ['true, with 501', advice('true', 501), [2, 1, 2]],
    ['true, with a status of the client', advice('true', 418), [1, 1, 1]],
    ['true, with 401', advice('true', 401), [1, 1, 1]],
    ['true, with another value', advice('yes', 500), [1, 1, 1]],
  ])('%s, is followed where a repeat is safe', async (_, reply, counts) => {
    expect(await Promise.all([read, write, send].map((calling) => countOf(calling, reply)))).toEqual(counts);
  });

  it.each(errors.filter(({ channel, id }) => channel === 'http' && !AGAIN.has(id)))(
    'cannot make the client repeat after a failure of the contract: $id',
    async ({ status, message_code, data_code }) => {
      const advised = { 'x-should-retry': 'true' };
      const data = { code: data_code };
      const reply = failure(status as number, message_code as string, { data }, advised);
      for (const calling of [read, write, send]) expect(await countOf(calling, reply)).toBe(1);
    },
  );
});

describe('Retry-After', () => {
  // A date is compared with the clock of the machine, which stands still here.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T10:00:00Z') }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['in seconds', '7', [7000, 7000]],
    ['of zero', '0', [375, 375]],
    ['in parts of seconds', '1.5', [1500, 1500]],
    ['shorter than the pause', '0', [375, 375]],
    ['as a date', 'Mon, 02 Mar 2026 10:01:40 GMT', [100_000, 100_000]],
    ['as a date in the past', 'Mon, 02 Mar 2026 09:00:00 GMT', [375, 375]],
    ['that cannot be read', 'soon', [375, 375]],
    ['that is empty', '', [375, 375]],
    // Engines parse these as dates.
    ['that contains a number', 'in 90 s', [375, 375]],
    ['that is negative', '-2040', [375, 375]],
    ['that came twice', '60, 90', [375, 375]],
    ['in hexadecimal digits', '0x10', [375, 375]],
    ['with an exponent', '1e2', [375, 375]],
    ['of a blank', ' ', [375, 375]],
    ['that is infinite', 'Infinity', [375, 375]],
    ['without a digit before the point', '.5', [375, 375]],
  ])('%s sets the length of the pause', async (_, header, [least = 0, most = 0]) => {
    const reply = failure(503, 'api_v1_agents_unavailable', {}, { 'retry-after': header });
    const { client, clock, sent } = scriptService([reply, success]);
    const doing = client.turns.send(CHAT, TURN);
    await clock.advance(least - 1);
    expect(sent).toHaveLength(1);
    await clock.advance(most - least + 1);
    expect(sent).toHaveLength(2);
    await doing;
  });

  it.each<[string, Readonly<Record<string, string>>, number]>([
    ['a date is read by the clock of the service', AHEAD, 90_000],
    [
      'a date is read by the clock of the machine, if Date cannot be read',
      { ...AHEAD, date: 'today' },
      3_690_000,
    ],
    ['milliseconds', { 'retry-after-ms': '1500' }, 1500],
    ['milliseconds, rather than seconds', { 'retry-after': '7', 'retry-after-ms': '1500.5' }, 1500.5],
    ['seconds, if the milliseconds are not a number', { 'retry-after': '7', 'retry-after-ms': '0x10' }, 7000],
  ])('%s', async (_, headers, retryAfter) => {
    const { client } = scriptService([failure(404, 'api_v1_not_found', {}, headers)]);
    await expect(client.chats.get(CHAT)).rejects.toMatchObject({ retryAfter });
  });

  it('of more than two minutes ends the retries, and the error includes it', async () => {
    const reply = failure(503, 'api_v1_agents_unavailable', {}, { 'retry-after': '121' });
    const { client, sent, settle } = scriptService([reply, success]);
    await expect(settle(client.turns.send(CHAT, TURN))).rejects.toMatchObject({
      kind: 'agents-unavailable',
      retryAfter: 121_000,
    });
    expect(sent).toHaveLength(1);
  });

  it('is followed while the client waits for a running turn', async () => {
    const reply = failure(409, 'api_v1_turn_in_progress', {}, { 'retry-after': '30' });
    const { client, clock, sent, settle } = scriptService([reply, stream(start + completed('Yes.'))]);
    const doing = client.turns.stream(CHAT, TURN).text();
    await clock.advance(29_999);
    expect(sent).toHaveLength(1);
    expect(await settle(doing)).toBe('Yes.');
  });
});

describe('a pause', () => {
  /** The pauses between eight attempts of a request, in milliseconds. */
  async function pausesOf(random: number): Promise<number[]> {
    const clock = new VirtualClock();
    const pauses: number[] = [];
    const runtime = {
      ...runtimeOf(clock),
      random: () => random,
      after(wait: number, callback: () => void) {
        pauses.push(wait);
        return clock.after(0, callback);
      },
    };
    const retries = new Retries(
      runtime,
      'always',
      {
        method: { method: 'POST', path: '/api/v1/chats' },
        path: [],
        headers: [],
        mask: new Mask(),
        options: { maxRetries: 7 },
      },
      60_000,
    );
    const { client } = scriptService([unreachable], { maxRetries: 0 });
    const lost: unknown = await client.chats.create().catch((error: unknown) => error);
    for (let times = 0; times < 7; times++) {
      const over = retries.pauseAfter(lost, new AbortController().signal);
      await clock.advance(0);
      await over;
    }
    return pauses;
  }

  it('doubles up to eight seconds', async () => {
    expect(await pausesOf(1)).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it('is never less than half of its maximum', async () => {
    expect(await pausesOf(0)).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000]);
  });
});
