import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Client, createClient, type Fetch, type RequestOptions } from '../../src/client/index.ts';
import { createRelayClient, readRelayedTurn } from '../../src/client/relay.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { answer, scriptService, TOKEN, unreachable } from './harness/service.ts';
import { CHAT, LiveStream, start } from './harness/wire.ts';

forbidUnhandledRejections();

const TURN = { content: 'When do we open?' };
const TIMES = ['timeout', 'idleTimeout', 'totalTimeout'] as const;

/** Values that are not valid limits, with the form in which an error shows them. */
const NO_LIMITS: readonly (readonly [shown: string, value: unknown])[] = [
  ['NaN (number)', Number.NaN],
  ['-1 (number)', -1],
  ['-Infinity (number)', Number.NEGATIVE_INFINITY],
  ['500 (string)', '500'],
  ['null (object)', null],
];
const REFUSED = [
  ...[...TIMES, 'maxRetries' as const].flatMap((name) =>
    NO_LIMITS.map(([shown, value]) => ({ name, shown, value })),
  ),
  { name: 'maxRetries', shown: '1.5 (number)', value: 1.5 },
];

/** Everything that accepts options. */
const TAKERS: Readonly<Record<string, (client: Client, options: RequestOptions) => unknown>> = {
  createClient: (_, options) => createClient({ baseUrl: 'https://service.test', token: TOKEN, ...options }),
  'a call': ({ chats }, options) => chats.get(CHAT, options),
  'a list': ({ chats }, options) => chats.list({}, options),
  'turns.send': ({ turns }, options) => turns.send(CHAT, TURN, options),
  'turns.stream': ({ turns }, options) => turns.stream(CHAT, TURN, options),
  readRelayedTurn: (_, options) => readRelayedTurn(new ReadableStream(), options),
  createRelayClient: (_, options) => createRelayClient({ url: 'https://site.test/relay', ...options }),
  'a call of a relay': (_, options) =>
    createRelayClient({ url: 'https://site.test/relay' }).interactions.cancelTurn(CHAT, {}, options),
  'a turn of a relay': (_, options) =>
    createRelayClient({ url: 'https://site.test/relay' }).stream(CHAT, TURN, options),
};

describe.each(Object.entries(TAKERS))('%s', (taker, take) => {
  const refused = taker === 'readRelayedTurn' ? REFUSED.filter(({ name }) => name !== 'maxRetries') : REFUSED;

  it.each(refused)('refuses a $name of $shown, sends nothing and says what to pass', async (row) => {
    const { name, shown, value } = row;
    const { client, sent, clock } = scriptService([]);
    const taking = async () => take(client, { [name]: value });
    const unit = name === 'maxRetries' ? 'a whole number' : 'milliseconds';
    await expect(taking()).rejects.toThrow(
      new TypeError(`${name} cannot be ${shown}: give ${unit}, 0 or more, or Infinity for no limit`),
    );
    expect([sent, clock.pending]).toEqual([[], 0]);
  });
});

it.each([...NO_LIMITS, ['2.5 (number)', 2.5] as const])('all refuses a limit of %s', async (shown, limit) => {
  const { client } = scriptService([() => Response.json({ data: [], meta: {} })]);
  const all = client.chats.list().all({ limit: limit as number });
  await expect(all).rejects.toThrow(`limit cannot be ${shown}: give a whole number, 0 or more, or Infinity`);
});

describe('maxRetries: Infinity', () => {
  it('retries until the service answers', async () => {
    const replies = [...Array(1_000).fill(unreachable), answer({ data: { id: CHAT } })];
    const { client, sent, settle } = scriptService(replies, { maxRetries: Infinity });
    await expect(settle(client.chats.get(CHAT), 3 * 3_600_000)).resolves.toEqual({ id: CHAT });
    expect(sent).toHaveLength(1_001);
  });

  it('retries a turn until it can no longer be running', async () => {
    const replies = Array(1_000).fill(unreachable);
    const { client, sent, settle } = scriptService(replies, { maxRetries: Infinity });
    await expect(settle(client.turns.send(CHAT, TURN))).rejects.toMatchObject({ kind: 'connection' });
    expect(sent.length).toBeLessThan(500);
  });
});

describe('a time', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  const LONGEST_TIMER = 2 ** 31 - 1;
  /** How the time runs out, and the duration of the call that it limits. */
  const LIMITED: Readonly<Record<(typeof TIMES)[number], string>> = {
    timeout: 'timeout',
    idleTimeout: 'idle-timeout',
    totalTimeout: 'timeout',
  };
  const UNLIMITED = { timeout: Infinity, idleTimeout: Infinity, totalTimeout: Infinity, maxRetries: 0 };

  /** A turn whose stream stays silent, before its head or after its first event. */
  function beginTurn(name: (typeof TIMES)[number], time: number) {
    const live = new LiveStream();
    live.send(start);
    const fetch: Fetch = (_, { signal }) =>
      name === 'timeout' ? new Promise(() => {}) : Promise.resolve(live.reply({ signal }));
    const client = createClient({ baseUrl: 'https://service.test', token: TOKEN, fetch, ...UNLIMITED });
    const turn = client.turns.stream(CHAT, TURN, { [name]: time });
    const state = { ending: undefined as unknown };
    const final = turn.final().catch((reason: unknown) => {
      state.ending = reason;
    });
    return { turn, final, state };
  }

  it.each(TIMES.flatMap((name) => [LONGEST_TIMER, 2 ** 31, 2 ** 33 + 1].map((time) => ({ name, time }))))(
    'of $time ms is waited out: $name',
    async ({ name, time }) => {
      const { final, state } = beginTurn(name, time);
      await vi.advanceTimersByTimeAsync(time - 1);
      expect(state.ending).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1);
      await final;
      expect(state.ending).toMatchObject({ kind: LIMITED[name] });
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it.each(TIMES)('of Infinity never runs out and leaves no timer: %s', async (name) => {
    const { turn, final, state } = beginTurn(name, Infinity);
    await vi.advanceTimersByTimeAsync(2 ** 35);
    expect(state.ending).toBeUndefined();
    turn.close();
    await final;
    expect(state.ending).toMatchObject({ kind: 'stream-closed' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
