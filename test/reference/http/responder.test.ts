import { describe, expect, it } from 'vitest';
import { matchesContract } from '../../../generated/validators.js';
import type { HttpAnswer } from '../../../src/reference/http/exchange.ts';
import { LogLines, openStream, sendBytes, serve } from './serving.ts';

const GET = 'GET /api/v1/chats HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

it.each<[string, HttpAnswer, number, string]>([
  ['is sent as JSON', { status: 201, body: { name: 'é東🗼' } }, 201, '{"name":"é東🗼"}'],
  ['may be an array', { status: 200, body: [1, null] }, 200, '[1,null]'],
  ['may have no body', { status: 200, body: undefined }, 200, ''],
])('an answer %s', async (_what, answer, status, body) => {
  for (const exchange of [() => answer, async () => answer]) {
    const response = await fetch(`${await serve({ exchange })}/api/v1/chats`);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
    expect(response.headers.get('etag')).toBeNull();
    expect(await response.text()).toBe(body);
  }
});

describe('a defect behind the exchange', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;

  it.each<[string, () => HttpAnswer | Promise<HttpAnswer>]>([
    [
      'that is thrown',
      () => {
        throw new Error('secret of the house');
      },
    ],
    ['that rejects', () => Promise.reject(new Error('secret of the house'))],
    ['a thrown value that is not an error', () => Promise.reject('secret of the house')],
    ['that gives a body without JSON', () => ({ status: 200, body: cyclic })],
    ['that gives a status that HTTP does not have', () => ({ status: 7, body: {} })],
    ['that gives no answer', () => undefined as unknown as HttpAnswer],
  ])('%s is logged, and the client gets a failure without its details', async (_what, exchange) => {
    const log = new LogLines();
    const url = await serve({ exchange, log: 'json', logTo: log });
    const { status, body } = await sendBytes(url, GET);
    const failure = JSON.parse(body);
    expect(status).toBe(500);
    expect(matchesContract.FailureResponse(failure)).toBe(true);
    expect(failure.message_code).toBe('api_v1_internal_error');
    expect(body).not.toContain('secret');
    const line = await log.line('failed');
    expect(line).toMatchObject({ level: 50, request_id: failure.meta.request_id });
    expect((line.err as { stack: string }).stack).not.toBe('');
    expect((await fetch(`${url}/nope`)).status).toBe(404);
  });

  it('thrown while a stream opens breaks the stream, so that it does not look complete', async () => {
    const log = new LogLines();
    const exchange = (): HttpAnswer => ({
      status: 200,
      open() {
        throw new Error('secret of the house');
      },
    });
    const response = await openStream(await serve({ exchange, log: 'json', logTo: log }));
    await expect(response.text()).rejects.toThrow();
    expect(await log.line('failed')).toMatchObject({ err: { message: 'secret of the house' } });
    expect(await log.line('stream over')).toMatchObject({ end: 'failed' });
  });
});
