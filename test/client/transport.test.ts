import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ClientOptions, ConversationApiError, createClient } from '../../src/client/index.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { answer, mute, scriptService, TOKEN, unreachable } from './harness/service.ts';
import { CHAT } from './harness/wire.ts';

forbidUnhandledRejections();

const MINUTE = 60_000;
const TURN = { content: 'When do we open?', permission_mode: 'auto' } as const;
const chat = answer({ data: { id: CHAT } });

async function failureOf(doing: Promise<unknown>): Promise<unknown> {
  return doing.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  );
}

describe('the token', () => {
  it('from a function is read again for each request', async () => {
    let count = 0;
    const token = async () => `fresh-${++count}`;
    const { client, sent } = scriptService([chat, chat], { token });
    await client.chats.get(CHAT);
    await client.chats.get(CHAT);
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer fresh-1',
      'Bearer fresh-2',
    ]);
  });

  it('makes the call reject with the error of its function if that fails', async () => {
    const failure = new Error('the vault is closed');
    const { client, sent } = scriptService([], { token: () => Promise.reject(failure) });
    await expect(client.catalog.get()).rejects.toBe(failure);
    expect(sent).toEqual([]);
  });

  it.each([
    ['with a line end', `${TOKEN}\r\nx-admin: 1`],
    ['with a space', `${TOKEN} `],
    ['beyond ASCII', `${TOKEN}é`],
    ['that is empty', ''],
    ['that is undefined', undefined],
  ])('%s is refused and appears nowhere', async (_, token) => {
    const { client, sent } = scriptService([], { token: token as string });
    const failure = await failureOf(client.catalog.get());
    expect(failure).toBeInstanceOf(TypeError);
    expect(inspect(failure, { depth: 9 })).not.toContain(TOKEN);
    expect(sent).toEqual([]);
  });

  it.each([
    ['a header', { headers: { 'x-note': 'a\r\nx-admin: 1' } }],
    ['a key', { idempotencyKey: 'a\r\nx-admin: 1' }],
  ])('does not appear in the error if %s of the caller cannot be sent', async (_, options) => {
    const { client, sent } = scriptService([]);
    const failure = await failureOf(client.turns.send(CHAT, TURN, options));
    expect(inspect(failure, { depth: 9 })).not.toContain(TOKEN);
    expect(sent).toEqual([]);
  });

  it('appears neither in an error nor in the client', async () => {
    const { client } = scriptService([answer('no', 500)]);
    const failure = await failureOf(client.catalog.get());
    expect(inspect([failure, client, JSON.stringify(failure)], { depth: 9, showHidden: true })).not.toContain(
      TOKEN,
    );
  });
});

it('an error has its message in JSON and in a copy of its members, and once in the output of Node', async () => {
  const { client } = scriptService([
    answer({ message: 'No such chat.', message_code: 'api_v1_not_found' }, 404),
  ]);
  const failure = await failureOf(client.chats.get(CHAT));
  const message = 'GET /api/v1/chats/{chat_id}: 404: api_v1_not_found: No such chat.';
  expect(JSON.parse(JSON.stringify(failure))).toMatchObject({
    name: 'ConversationApiError',
    message,
    status: 404,
  });
  expect({ ...Object(failure) }).toMatchObject({ message, kind: 'not-found' });
  expect(inspect(failure).split('No such chat.')).toHaveLength(2);
});

describe('the base URL', () => {
  it.each([
    ['https://service.test/', 'https://service.test/api/v1/chat/catalog'],
    ['https://gate.test/conversation', 'https://gate.test/conversation/api/v1/chat/catalog'],
    ['HTTPS://gate.test/conversation/', 'https://gate.test/conversation/api/v1/chat/catalog'],
  ])('%s is prepended to every path', async (baseUrl, url) => {
    const { client, sent } = scriptService([chat], { baseUrl });
    await client.catalog.get();
    expect(sent[0]?.url).toBe(url);
  });

  it.each([
    ['https://service.test/api/v1'],
    ['https://service.test/api/v1/'],
    ['https://service.test/?key=value'],
    ['https://service.test/#part'],
    ['https://service.test/?'],
    ['service.test'],
    [''],
  ])('%j is refused at once', (baseUrl) => {
    expect(() => scriptService([], { baseUrl })).toThrow(TypeError);
  });

  it.each([
    'https://user:pass-word@service.test',
    'https://pass-word@service.test',
    'ftp://u:pass-word@a.test',
  ])('%s is refused at once, and no error shows the password', (baseUrl) => {
    expect(() => scriptService([], { baseUrl })).toThrow(
      new TypeError('baseUrl is like http://localhost:4010, without /api/v1, password, query or fragment'),
    );
  });
});

describe('the global fetch', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is looked up when a request is sent', async () => {
    const client = createClient({ baseUrl: 'https://service.test', token: TOKEN });
    vi.stubGlobal('fetch', async () => Response.json({ data: { id: CHAT } }));
    await expect(client.chats.get(CHAT)).resolves.toEqual({ id: CHAT });
  });
});

describe('an invalid answer', () => {
  const message = { id: 7, chat_id: CHAT, content: 'At 10:00.' };

  it.each([
    ['is not JSON', answer('<html>')],
    ['is empty', answer('')],
    ['is null', answer('null')],
    ['is a list', answer([])],
    ['has no data', answer({ status: 'success' })],
    ['has null instead of an object', answer({ data: null })],
    ['has a list instead of an object', answer({ data: [] })],
  ])('of a chat: it %s', async (_, reply) => {
    const { client } = scriptService([reply], { maxRetries: 0 });
    await expect(client.chats.get(CHAT)).rejects.toMatchObject({ kind: 'invalid-response', status: 200 });
  });

  it.each([
    ['has no list', {}],
    ['has null', null],
  ])('of a list: it %s', async (_, data) => {
    const { client } = scriptService([answer({ data })]);
    await expect(client.chats.list()).rejects.toMatchObject({ kind: 'invalid-response' });
  });

  it.each([
    ['is empty', {}],
    ['has no id', { ...message, id: undefined }],
    ['has no content', { ...message, content: null }],
    ['is of another chat', { ...message, chat_id: '00000000-0000-4000-8000-000000000000' }],
  ])('of a turn: its message %s', async (_, data) => {
    const { client } = scriptService([answer({ data })]);
    const sent = client.turns.send(CHAT, TURN);
    await expect(sent).rejects.toMatchObject({
      kind: 'invalid-response',
      data: { data: JSON.parse(JSON.stringify(data)) },
      idempotencyKey: sent.idempotencyKey,
    });
  });

  it('is not an answer whose chat id differs only in case', async () => {
    const { client } = scriptService([answer({ data: message })]);
    await expect(client.turns.send(CHAT.toUpperCase(), TURN)).resolves.toEqual(message);
  });
});

describe('a call', () => {
  const once: Partial<ClientOptions> = { maxRetries: 0 };

  it.each([
    [
      '60 seconds',
      undefined,
      MINUTE,
      (options: object) => (client: Client) => client.chats.get(CHAT, options),
    ],
    ['its timeout', 500, 500, (options: object) => (client: Client) => client.chats.get(CHAT, options)],
    [
      '35 minutes when it sends a turn',
      undefined,
      35 * MINUTE,
      (options: object) => (client: Client) => client.turns.send(CHAT, TURN, options),
    ],
    [
      '60 seconds for a stream to open',
      undefined,
      MINUTE,
      (options: object) => (client: Client) => client.turns.stream(CHAT, TURN, options).final(),
    ],
  ])('times out after %s', async (_, timeout, limit, calling) => {
    const { client, clock, sent } = scriptService([mute], once);
    const failure = failureOf(calling({ timeout })(client));
    await clock.advance(limit - 1);
    expect(sent[0]?.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(await failure).toMatchObject({ kind: 'timeout', status: undefined });
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it('times out when the body of its answer does not end', async () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{"data":')) });
    const { client, settle } = scriptService(
      [({ signal }) => new Response(body.pipeThrough(new TransformStream(), { signal }))],
      once,
    );
    await expect(settle(client.chats.get(CHAT, { timeout: 500 }))).rejects.toMatchObject({ kind: 'timeout' });
  });

  it('that is aborted rejects with the reason and leaves nothing behind', async () => {
    const { client, clock, sent } = scriptService([mute]);
    const controller = new AbortController();
    const failure = failureOf(client.turns.send(CHAT, TURN, { signal: controller.signal }));
    await clock.advance(0);
    controller.abort('enough');
    expect(await failure).toBe('enough');
    expect([sent.length, sent[0]?.signal.aborted, clock.pending]).toEqual([1, true, 0]);
  });

  it('that was aborted beforehand rejects with the reason too', async () => {
    const { client, clock } = scriptService([chat]);
    const failure = await failureOf(client.chats.get(CHAT, { signal: AbortSignal.abort('never') }));
    expect([failure, clock.pending]).toEqual(['never', 0]);
  });

  it('rejects with the cause when no answer arrived', async () => {
    const { client } = scriptService([unreachable], once);
    const failure = await failureOf(client.chats.create());
    expect(failure).toBeInstanceOf(ConversationApiError);
    expect(failure).toMatchObject({
      name: 'ConversationApiError',
      message: 'POST /api/v1/chats: the connection to service.test failed: fetch failed',
      kind: 'connection',
      cause: new TypeError('fetch failed'),
      documentation: 'conversation-api/docs/errors.md#connection',
    });
  });
});

type Client = ReturnType<typeof createClient>;
