import { describe, expect, it } from 'vitest';
import type { Retry } from '../../src/client/index.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { answer, failure, mute, scriptService, unreachable } from './harness/service.ts';
import { CHAT, REQUEST } from './harness/wire.ts';

forbidUnhandledRejections();

const chat = answer({ data: { id: CHAT }, meta: { request_id: REQUEST } }, 200, { 'x-served-by': 'a' });

describe('options of the client', () => {
  it('apply to every call, unless the call has its own option', async () => {
    const headers = { 'x-team': 'back-office', 'x-trace': '1' };
    const { client, sent } = scriptService([chat, chat, chat], { headers });
    await client.chats.get(CHAT);
    await client.chats.get(CHAT, { headers: { 'x-trace': '2' } });
    await client.chats.get(CHAT, { headers: undefined });
    const seen = sent.map(({ headers }) => [headers.get('x-team'), headers.get('x-trace')]);
    expect(seen).toEqual([
      ['back-office', '1'],
      ['back-office', '2'],
      ['back-office', '1'],
    ]);
  });

  it.each([
    ['of the client', { timeout: 700 }, {}, 700],
    ['of the call', { timeout: 700 }, { timeout: 300 }, 300],
    ['of the client if the call says undefined', { timeout: 700 }, { timeout: undefined }, 700],
  ])('time out a call after the timeout %s', async (_, defaults, options, limit) => {
    const { client, clock, settle } = scriptService([mute], { ...defaults, maxRetries: 0 });
    const call = client.chats.get(CHAT, options).catch((error: unknown) => error);
    await clock.advance(limit - 1);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    expect(clock.pending).toBe(0);
    expect(await settle(call)).toMatchObject({ kind: 'timeout' });
  });

  it('limit the retries, also for one call', async () => {
    const lost = Array.from({ length: 5 }, () => unreachable);
    const { client, sent, settle } = scriptService(lost, { maxRetries: 2 });
    const first: unknown = await settle(client.chats.get(CHAT).catch((error: unknown) => error));
    expect(first).toMatchObject({ message: expect.stringMatching(/fetch failed; sent 3 times$/) });
    await settle(client.chats.get(CHAT, { maxRetries: 1 }).catch(() => {}));
    expect(sent).toHaveLength(5);
  });

  it('report each retry before its pause', async () => {
    const retries: Retry[] = [];
    const replies = [unreachable, failure(503, 'api_v1_later', {}, { 'retry-after': '2' }), chat];
    const { client, settle } = scriptService(replies, { onRetry: (retry) => retries.push(retry) });
    await settle(client.chats.get(CHAT));
    expect(retries).toMatchObject([
      { attempt: 1, error: { kind: 'connection' } },
      { attempt: 2, delay: 2000, error: { kind: 'unknown', status: 503 } },
    ]);
  });
});

describe('withResponse', () => {
  it('returns status, headers and request id next to the data', async () => {
    const { client } = scriptService([chat]);
    const { data, response, requestId } = await client.chats.get(CHAT).withResponse();
    expect([data, response.status, response.headers.get('x-served-by'), requestId]).toEqual([
      { id: CHAT },
      200,
      'a',
      REQUEST,
    ]);
  });

  it('rejects as the call does, once', async () => {
    const { client } = scriptService([failure(404, 'api_v1_not_found')]);
    await expect(client.chats.get(CHAT).withResponse()).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('a list', () => {
  const page = (data: readonly number[], meta: object = { page: 1, size: 2, total: 5 }) =>
    answer({ data: data.map((id) => ({ id })), meta });
  const pages = [page([1, 2]), page([3, 4]), page([5])];

  it('is iterated over all pages, starting at the requested page', async () => {
    const { client, sent } = scriptService(pages);
    const ids: unknown[] = [];
    for await (const { id } of client.chats.list({ size: 2 })) ids.push(id);
    expect(ids).toEqual([1, 2, 3, 4, 5]);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?size=2',
      '?size=2&page=2',
      '?size=2&page=3',
    ]);
    const later = scriptService([page([5])]);
    const rest: unknown[] = [];
    for await (const { id } of later.client.chats.list({ page: 3, size: 2 })) rest.push(id);
    expect([rest, later.sent.length]).toEqual([[5], 1]);
  });

  it('reads no page that is not needed', async () => {
    const { client, sent } = scriptService(pages);
    expect(await client.chats.list({ size: 2 }).all({ limit: 3 })).toMatchObject([
      { id: 1 },
      { id: 2 },
      { id: 3 },
    ]);
    expect(sent).toHaveLength(2);
    const { client: other } = scriptService([page([])]);
    expect(await other.chats.list().all({ limit: 9 })).toEqual([]);
  });

  it.each([
    ['an empty page', [page([1, 2]), page([])]],
    ['a page without meta', [answer({ data: [{ id: 1 }] })]],
  ])('ends at %s', async (_, replies) => {
    const { client, sent } = scriptService(replies);
    await client.chats.list().all({ limit: 99 });
    expect(sent).toHaveLength(replies.length);
  });

  it('fails when a page fails', async () => {
    const { client } = scriptService([page([1, 2]), failure(404, 'api_v1_not_found')]);
    await expect(client.chats.list().all({ limit: 9 })).rejects.toMatchObject({ kind: 'not-found' });
  });
});

it('a blocking turn is sent in auto mode, the only mode it can have', async () => {
  const message = { id: 7, chat_id: CHAT, content: 'At 10.' };
  const { client, sent } = scriptService([answer({ data: message })]);
  expect(await client.turns.send(CHAT, { content: 'When?' })).toMatchObject(message);
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ content: 'When?', permission_mode: 'auto' });
});

describe('common first failures', () => {
  it.each([
    [400, 'invalid-request'],
    [422, 'invalid-request'],
    [401, 'unauthenticated'],
    [429, 'rate-limited'],
  ])('have their own kind: %d', async (status, kind) => {
    const { client } = scriptService([failure(status, 'of_this_service')], { maxRetries: 0 });
    await expect(client.chats.get(CHAT)).rejects.toMatchObject({ kind, status, channel: 'http' });
  });

  it('name the address that refused the connection, and the reason', async () => {
    const { AggregateError: Several } = globalThis;
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:4010'), { code: 'ECONNREFUSED' });
    const cause = new TypeError('fetch failed', { cause: new Several([refused]) });
    const { client } = scriptService([() => Promise.reject(cause)], { maxRetries: 0 });
    await expect(client.chats.get(CHAT)).rejects.toThrow(
      'GET /api/v1/chats/{chat_id}: the connection to service.test failed: connect ECONNREFUSED 127.0.0.1:4010',
    );
  });

  it('summarise in one line what OpenSSL says in several', async () => {
    const openssl = Object.assign(
      new Error('40D:error:0A00010B:SSL routines:wrong version:tlsany_meth.c:77:\n'),
      {
        reason: 'wrong version number',
      },
    );
    const cause = new TypeError('fetch failed', { cause: openssl });
    const { client } = scriptService([() => Promise.reject(cause)], { maxRetries: 0 });
    await expect(client.chats.get(CHAT)).rejects.toMatchObject({
      message:
        'GET /api/v1/chats/{chat_id}: the connection to service.test failed: wrong version number; try http://',
    });
  });

  it('are one line, whatever the message of fetch', async () => {
    const { client } = scriptService([() => Promise.reject(new Error('no\nroute\r\n'))], { maxRetries: 0 });
    await expect(client.chats.get(CHAT)).rejects.toMatchObject({
      message: expect.stringMatching(/: no route {2}$/),
    });
  });

  it('include an address without a scheme', () => {
    expect(() => scriptService([], { baseUrl: 'localhost:4010' })).toThrow(
      new TypeError('baseUrl is like http://localhost:4010, without /api/v1, password, query or fragment'),
    );
  });
});
