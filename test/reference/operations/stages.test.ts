import { describe, expect, it } from 'vitest';
import { useServer } from '../harness/use-server.ts';

const server = useServer();
const JSON_TYPE = 'application/json';

/** Sends raw bytes, like a client that omits something. */
async function send(method: string, path: string, body?: string, type?: string): Promise<[number, string]> {
  const headers = {
    authorization: 'Bearer harbor-main',
    ...(type !== undefined && { 'content-type': type }),
  };
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: Buffer.from(body) }),
  });
  const { message_code } = (await response.json()) as { message_code: string };
  return [response.status, message_code];
}

describe('a body that the contract requires', () => {
  it.each([
    ['POST', '/chats'],
    ['PATCH', '/chats/0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604'],
    ['POST', '/chats/0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604/actions/cancel'],
    ['PATCH', '/skills/42'],
  ])('cannot be left out of %s %s', async (method, path) => {
    expect(await send(method, path)).toEqual([400, 'api_v1_invalid_request']);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'nothing', 'application/jsonx'])(
    'cannot be sent as %s',
    async (type) => {
      expect(await send('POST', '/chats', '{}', type)).toEqual([415, 'api_v1_unsupported_media_type']);
    },
  );

  it.each([JSON_TYPE, 'application/json; charset=utf-8', 'Application/JSON', undefined])(
    'can be sent as %s',
    async (type) => {
      expect(await send('POST', '/chats', '{}', type)).toEqual([200, 'api_v1_ok']);
    },
  );

  it('is not needed if the operation takes none', async () => {
    expect(await send('DELETE', '/skills/999999', undefined, 'text/plain')).toEqual([
      404,
      'api_v1_not_found',
    ]);
  });
});

describe('a number in a request', () => {
  it.each(['0', '-5', '999999999', '99999999999999999999'])('skill %s does not exist', async (id) => {
    expect(await send('GET', `/skills/${id}`)).toEqual([404, 'api_v1_not_found']);
  });

  it.each([
    ['page=9999999999999999', 'page must be at most 1000000000000.'],
    ['page=0', 'page must be one integer, at least 1.'],
    ['page=1.5', 'page must be one integer, at least 1.'],
    ['size=201', 'size must be at most 200.'],
    ['size=9999999999999999', 'size must be at most 200.'],
  ])('%s is refused: %s', async (query, message) => {
    const response = await fetch(`${server.url}/api/v1/chats?${query}`, {
      headers: { authorization: 'Bearer harbor-main' },
    });
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ message })]);
  });
});
