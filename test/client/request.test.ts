import { describe, expect, it } from 'vitest';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { answer, failure, scriptService, TOKEN, unreachable } from './harness/service.ts';
import { REQUEST } from './harness/wire.ts';

forbidUnhandledRejections();

const report = { status: 'success', data: { id: 7 }, meta: { request_id: REQUEST } };
const PATH = '/api/v1/reports/7';

describe('a request that the client has no method for', () => {
  it('has the token, the headers, the query and the body of every other, and returns the whole answer', async () => {
    const { client, sent } = scriptService([answer(report, 200, { 'x-served-by': 'a' })], {
      headers: { 'x-trace': 'morning' },
    });
    const query = { page: 2, name: 'a b', none: undefined };
    const call = client.request<typeof report>({ method: 'PUT', path: PATH, query, body: { name: 'March' } });
    const { data, response, requestId } = await call.withResponse();
    expect([data.data.id, data, response.headers.get('x-served-by'), requestId]).toEqual([
      7,
      report,
      'a',
      REQUEST,
    ]);
    expect(sent).toMatchObject([
      { method: 'PUT', url: `https://service.test${PATH}?page=2&name=a%20b`, body: '{"name":"March"}' },
    ]);
    const names = ['authorization', 'x-trace', 'content-type', 'idempotency-key'];
    expect(names.map((name) => sent[0]?.headers.get(name))).toEqual([
      `Bearer ${TOKEN}`,
      'morning',
      'application/json',
      null,
    ]);
  });

  it.each([
    ['a text', 'Up.', 'Up.'],
    ['nothing', '', ''],
    ['a list', [1], [1]],
    ['null', null, null],
  ])('may be answered with %s', async (_, body, data) => {
    const { client } = scriptService([answer(body === null ? 'null' : body)]);
    expect(await client.request({ method: 'GET', path: '/health' })).toEqual(data);
  });

  it.each([
    ['a GET', { method: 'GET' }, {}, 2],
    ['a POST', { method: 'POST', body: {} }, {}, 1],
    ['a DELETE', { method: 'DELETE' }, {}, 1],
    ['a POST with a key', { method: 'POST', body: {} }, { idempotencyKey: 'report-7' }, 2],
  ])('is repeated only if that is safe: %s', async (_, request, options, count) => {
    const { client, sent, settle } = scriptService([unreachable, answer(report)]);
    await settle(client.request({ path: PATH, ...request }, options).catch(() => {}));
    expect(sent).toHaveLength(count);
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key')))).toEqual(
      new Set(['idempotencyKey' in options ? options.idempotencyKey : null]),
    );
  });

  it('is repeated if the service says that it did nothing', async () => {
    const { client, sent, settle } = scriptService([failure(429, 'api_v1_slow_down'), answer(report)]);
    await settle(client.request({ method: 'POST', path: PATH }));
    expect(sent).toHaveLength(2);
  });

  it('fails as every other, is observed, and ends with its timeout and its signal', async () => {
    const failed: unknown[] = [];
    const { client, settle } = scriptService(
      [failure(404, 'api_v1_not_found'), () => new Promise(() => {})],
      {
        onFailure: ({ request, error }) => failed.push([request.method, request.path, error.kind]),
      },
    );
    const request = { method: 'POST', path: PATH };
    await expect(client.request(request)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(settle(client.request(request, { timeout: 5 }))).rejects.toMatchObject({ kind: 'timeout' });
    expect(failed).toEqual([
      ['POST', PATH, 'not-found'],
      ['POST', PATH, 'timeout'],
    ]);
    const signal = AbortSignal.abort('enough');
    await expect(client.request(request, { signal })).rejects.toBe('enough');
  });

  it.each(['', 'reports', '@elsewhere.test/', '.elsewhere.test', ':8080', '/reports/{report_id}'])(
    'is not sent to another host or with a missing id: %j',
    async (path) => {
      const { client, sent } = scriptService([]);
      await expect((async () => client.request({ method: 'GET', path }))()).rejects.toThrow(TypeError);
      expect(sent).toEqual([]);
    },
  );
});
