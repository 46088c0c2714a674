import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest';
import type { ChatBusyFailureData } from '../../generated/types.js';
import { createFetchClient, type FetchClient, UnexpectedAnswerError } from '../../src/adapters/fetch.ts';
import { startReferenceServer } from '../../src/alterations/start-reference-server.ts';
import { readRelayedTurn } from '../../src/client/relay.ts';
import { listen } from '../listen.ts';

const TURN = '/api/v1/chats/{chat_id}/messages';
const body = { content: 'Hello', permission_mode: 'auto' } as const;

describe('a client of openapi-fetch with a sound service', () => {
  let client: FetchClient;
  let server: Awaited<ReturnType<typeof startReferenceServer>>;

  beforeAll(async () => {
    server = await startReferenceServer({ timeScale: 1000 });
    client = createFetchClient({ baseUrl: server.url, token: async () => 'harbor-main' });
  });

  afterAll(() => server?.close());

  const createChat = async (name: string) => {
    const { data } = await client.POST('/api/v1/chats', { body: { name } });
    if (!data) throw new Error('no chat');
    expectTypeOf(data.name).toEqualTypeOf<string | null>();
    return data;
  };

  it('shows the data of an object, and the data and meta of a list', async () => {
    const chat = await createChat('Hours');
    expect(chat.name).toBe('Hours');
    const { data } = await client.GET('/api/v1/chats', { params: { query: { size: 1 } } });
    expect(data?.data).toMatchObject([{ id: chat.id }]);
    expect(data?.meta.total).toBe(1);
  });

  it('sends turns with a new key, or with a given key', async () => {
    const path = { chat_id: (await createChat('Keys')).id };
    const header = { 'Idempotency-Key': crypto.randomUUID() };
    const first = await client.POST(TURN, { params: { path }, body });
    const second = await client.POST(TURN, { params: { path, header }, body });
    const again = await client.POST(TURN, { params: { path, header }, body });
    expect(second.data?.id).not.toBe(first.data?.id);
    expect(again.data).toEqual(second.data);
  });

  it('passes on the bytes of a stream', async () => {
    const path = { chat_id: (await createChat('Stream')).id };
    const { data } = await client.POST(`${TURN}/stream`, { params: { path }, body, parseAs: 'stream' });
    const types: string[] = [];
    if (data) for await (const { type } of readRelayedTurn(data)) types.push(type);
    expect([types[0], types.at(-1)]).toEqual(['message.start', 'message.completed']);
  });

  it('distinguishes failures by status', async () => {
    const path = { chat_id: (await createChat('Failures')).id };
    const { error } = await client.POST(TURN, {
      params: { path },
      body: { ...body, attachments: { agent_ids: [0] } },
    });
    expect(error).toMatchObject({ status: 422, message_code: 'api_v1_validation_error' });
    type Busy<Status> = Extract<typeof error, { status: Status; message_code: 'api_v1_chat_busy' }>;
    expectTypeOf<Busy<409>['data']>().toEqualTypeOf<ChatBusyFailureData>();
    expectTypeOf<Busy<422>>().toBeNever();
    const missing = await client.GET('/api/v1/chats/{chat_id}', {
      params: { path: { chat_id: crypto.randomUUID() } },
    });
    expect(missing.error).toMatchObject({ status: 404, message_code: 'api_v1_not_found' });
    expect(missing.data).toBeUndefined();
  });
});

describe('a client of openapi-fetch', () => {
  it.each([
    [502, 'text/html', '<html>Bad gateway</html>'],
    [200, 'text/html', '<html>Welcome</html>'],
    [200, 'application/json', '{"status":"error"}'],
    [409, 'application/json', '{"status":"success"}'],
    [404, 'application/json', '[]'],
    [302, 'text/plain', ''],
  ])('throws for %i with %s: %s', async (status, type, text) => {
    const url = await serve((_, response) =>
      response.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(text),
    );
    const client = createFetchClient({ baseUrl: url, token: 'harbor-main' });
    const error: unknown = await client.GET('/api/v1/chats').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(String(error)).toBe(
      `UnexpectedAnswerError: GET /api/v1/chats: ${status} with ${type} is no answer of the service`,
    );
  });

  it('adds a new key to each send that has none, and to no other request', async () => {
    const seen: IncomingHttpHeaders[] = [];
    const url = await serve(({ headers }, response) => {
      seen.push(headers);
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"status":"success","data":null,"meta":{}}');
    });
    const client = createFetchClient({ baseUrl: url, token: 'harbor-main' });
    const params = { path: { chat_id: crypto.randomUUID() } };
    await client.POST(TURN, { params, body });
    await client.POST(`${TURN}/stream`, { params, body });
    await client.POST('/api/v1/chats', { body: {} });
    const keys = seen.map((headers) => headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[\da-f]{32}$/), expect.any(String), undefined]);
    expect(keys[0]).not.toBe(keys[1]);
    expect(seen.map(({ authorization }) => authorization)).toEqual(Array(3).fill('Bearer harbor-main'));
  });

  it.each([
    ['a connection is lost', undefined, 1],
    ['a gateway gives up', 504, 1],
    ['the service fails', 503, 0],
    ['the service refuses', 409, 0],
  ])('warns once, if %s after a send whose key it has made', async (_, status, count) => {
    const keys: unknown[] = [];
    const url = await serve(({ headers }, response) => {
      keys.push(headers['idempotency-key']);
      if (status === undefined) return response.destroy();
      const isGateway = status === 504;
      response.writeHead(status, { 'content-type': isGateway ? 'text/html' : 'application/json' });
      return response.end(isGateway ? '<html>' : '{"status":"error","message_code":"api_v1_later"}');
    });
    const warnings: string[] = [];
    const warn = (text: string) => void warnings.push(text);
    const client = createFetchClient({ baseUrl: url, token: 'harbor-main', warn });
    const path = { chat_id: crypto.randomUUID() };
    const send = (header: object) => client.POST(TURN, { params: { path, header }, body }).catch(() => {});
    await send({ 'Idempotency-Key': 'mine' });
    expect(warnings).toEqual([]);
    await send({});
    await send({});
    expect(new Set(keys).size).toBe(3);
    expect(warnings).toHaveLength(count);
    expect(warnings.join()).toMatch(count ? /^POST \S+messages: the answer is lost/ : /^$/);
  });

  it('says nothing of a lost answer if that is turned off, after an abort, or after a request without a key', async () => {
    const warnings = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warnings.mockRestore());
    const params = { path: { chat_id: crypto.randomUUID() } };
    const options = { baseUrl: 'http://127.0.0.1:1', token: 'harbor-main' };
    const silent = createFetchClient({ ...options, warn: false });
    const client = createFetchClient(options);
    const lost = [
      silent.POST(TURN, { params, body }),
      client.POST(TURN, { params, body, signal: AbortSignal.abort() }),
      client.GET('/api/v1/chats/{chat_id}', { params }),
    ];
    await Promise.allSettled(lost);
    expect(warnings).not.toHaveBeenCalled();
    await client.POST(TURN, { params, body }).catch(() => {});
    expect(warnings).toHaveBeenCalledOnce();
  });

  it('keeps the key if its own fetch repeats the request', async () => {
    const keys: unknown[] = [];
    const url = await serve(({ headers }, response) => {
      keys.push(headers['idempotency-key']);
      if (keys.length === 1) return response.destroy();
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"status":"success","data":null,"meta":{}}');
    });
    const twice = (request: Request) => fetch(request.clone()).catch(() => fetch(request));
    const client = createFetchClient({ baseUrl: url, token: 'harbor-main', fetch: twice });
    await client.POST(TURN, { params: { path: { chat_id: crypto.randomUUID() } }, body });
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it.each(['', 'two\nlines', 'caf\u00e9'])('refuses the token %j without showing it', async (token) => {
    const client = createFetchClient({ baseUrl: 'http://127.0.0.1:1', token });
    await expect(client.GET('/api/v1/chats')).rejects.toThrow(
      'the token is empty, or has a character that a header cannot contain',
    );
  });
});

async function serve(listener: RequestListener): Promise<string> {
  const { url, close } = await listen(createServer(listener));
  onTestFinished(close);
  return url;
}
