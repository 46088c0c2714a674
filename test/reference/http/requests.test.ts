import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../../src/reference/http/exchange.ts';
import { OPERATIONS } from '../../../src/reference/http/operation.ts';
import { type RawAnswer, sendBytes, serve } from './serving.ts';

/** Sends one request and returns the request that the exchange received. */
async function given(
  line: string,
  headers: readonly string[] = [],
  body = '',
): Promise<{ request: HttpRequest; answer: RawAnswer }> {
  const requests: HttpRequest[] = [];
  const url = await serve({
    exchange: (request) => {
      requests.push(request);
      return { status: 200, body: {} };
    },
  });
  const all = ['Host: a', 'Connection: close', `Content-Length: ${Buffer.byteLength(body)}`, ...headers];
  const answer = await sendBytes(url, `${line} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n${body}`);
  expect(requests).toHaveLength(1);
  return { request: requests[0] as HttpRequest, answer };
}

it.each(OPERATIONS.map((operation) => [operation.operationId, operation] as const))(
  'an operation %s is routed by its method and path',
  async (_id, operation) => {
    const path = operation.path.replaceAll(/\{\w+\}/g, '7');
    const { request } = await given(`${operation.method} ${path}`);
    expect(request.operation).toBe(operation);
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '7']);
    expect({ ...request.path }).toEqual(Object.fromEntries(names));
  },
);

describe('the request that an exchange receives', () => {
  it.each([
    ['a', 'a'],
    ['%E2%82%AC', '€'],
    ['a%2Fb', 'a/b'],
    ['a%252Fb', 'a%2Fb'],
    ['x'.repeat(5000), 'x'.repeat(5000)],
    ['..%2f..%2fetc', '../../etc'],
  ])('decodes the id %.20s', async (written, meant) => {
    const { request } = await given(`GET /api/v1/chats/${written}`);
    expect(request.path.chat_id).toBe(meant);
  });

  it.each([
    ['page=2&size=10', { page: '2', size: '10' }],
    ['page=1&page=2', { page: ['1', '2'] }],
    ['is_favorite', { is_favorite: '' }],
    ['name=a%20b+c', { name: 'a b c' }],
    ['page=%zz', { page: '%zz' }],
    ['__proto__=1', JSON.parse('{"__proto__":"1"}')],
    ['', {}],
  ])('reads the query ?%s', async (written, meant) => {
    const { request } = await given(`GET /api/v1/chats?${written}`);
    expect(Object.entries(request.query)).toEqual(Object.entries(meant));
  });

  it.each([
    ['joins two keys', ['Idempotency-Key: a', 'Idempotency-Key: b'], 'idempotency-key', 'a, b'],
    [
      'joins two credentials, so that neither is valid',
      ['Authorization: Bearer a', 'authorization: Bearer b'],
      'authorization',
      'Bearer a, Bearer b',
    ],
    ['finds nothing for a name that was not sent', [], 'idempotency-key', undefined],
    ['finds nothing for a name on the object prototype', [], 'constructor', undefined],
    [
      'keeps a type that can be read',
      ['Content-Type: text/plain; charset=x'],
      'content-type',
      'text/plain; charset=x',
    ],
  ])('%s', async (_what, headers, name, value) => {
    const { request } = await given('POST /api/v1/chats', headers);
    expect(request.header(name)).toBe(value);
  });

  it.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['application/x-www-form-urlencoded'],
    ['text/plain'],
    ['nonsense'],
    [''],
    ['a/b/c'],
    [undefined],
  ])('has the unchanged body, of type %j', async (type) => {
    const headers = type === undefined ? [] : [`Content-Type: ${type}`];
    const { request } = await given('POST /api/v1/chats', headers, '{"name":"é"} \0');
    expect(request.body).toEqual(Buffer.from('{"name":"é"} \0'));
  });

  it.each([
    ['POST /api/v1/chats', ''],
    ['DELETE /api/v1/chats/1', '{"a":1}'],
    ['PATCH /api/v1/skills/1/toggle', '{"is_active":true}'],
    ['GET /api/v1/chats', '{}'],
  ])('has no body for %s with "%s"', async (line, body) => {
    const { request } = await given(line, ['Content-Type: application/json'], body);
    expect(request.body).toBeUndefined();
  });

  it('has a new id for every request, even if the client sends one', async () => {
    const headers = ['X-Request-Id: mine', 'Request-Id: mine'];
    const ids = [
      (await given('GET /api/v1/chats', headers)).request,
      (await given('GET /api/v1/chats', headers)).request,
    ];
    for (const { requestId } of ids) expect(requestId).toMatch(/^[\da-f-]{36}$/);
    expect(ids[0]?.requestId).not.toBe(ids[1]?.requestId);
  });

  it('keeps its headers when a decorator spreads it', async () => {
    const { request } = await given('GET /api/v1/chats', ['Authorization: Bearer a']);
    expect({ ...request }.header('authorization')).toBe('Bearer a');
  });
});

describe('a header that a server may ignore', () => {
  it.each([
    ['an offer to upgrade', ['Upgrade: websocket', 'Connection: upgrade']],
    ['an unknown expectation', ['Expect: miracles']],
  ])('%s does not change the answer', async (_what, headers) => {
    const { answer } = await given('GET /api/v1/chats', headers);
    expect(answer).toMatchObject({ status: 200, body: '{}' });
  });

  it('serves HTTP/1.0 and closes', async () => {
    const url = await serve();
    const answer = await sendBytes(url, 'GET /api/v1/chats HTTP/1.0\r\n\r\n');
    expect(answer).toMatchObject({ status: 200, body: '{}' });
  });

  it('accepts a path in absolute form', async () => {
    const { request } = await given('GET http://example.com/api/v1/chats/7');
    expect(request.path.chat_id).toBe('7');
  });
});
