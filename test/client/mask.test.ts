import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type ClientOptions, ConversationApiError } from '../../src/client/index.ts';
import { collect } from './harness/collect.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { answer, failure, inProgress, type Reply, scriptService, unreachable } from './harness/service.ts';
import { CHAT, delta, start, stream } from './harness/wire.ts';

forbidUnhandledRejections();

/** A token with every kind of character that an encoding changes. */
const TOKEN = 'sk-7f3A+b/c=_d.e~F"g\\h<%3e&9';
const TURN = { content: 'When do we open?', permission_mode: 'auto' } as const;

function encodeEach(text: string, encode: (hex: string) => string): string {
  return [...text].map((character) => encode(character.charCodeAt(0).toString(16))).join('');
}

/** Encodings in which a service may repeat a token. */
const ENCODERS: Readonly<Record<string, (token: string) => string>> = {
  'as it is': (token) => token,
  'percent-encoded': encodeURIComponent,
  'percent-encoded twice': (token) => encodeURIComponent(encodeURIComponent(token)),
  'percent-encoded as a whole': (token) => encodeEach(token, (hex) => `%${hex}`),
  'percent-encoded in upper case': (token) => encodeEach(token, (hex) => `%${hex.toUpperCase()}`),
  'as escapes of JSON': (token) => encodeEach(token, (hex) => `\\u00${hex}`),
  'as escapes of JSON in upper case': (token) => encodeEach(token, (hex) => `\\u00${hex.toUpperCase()}`),
};

const ENCODINGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(ENCODERS).map(([name, encode]) => [name, encode(TOKEN)])),
  'after Bearer': `Bearer ${TOKEN}`,
  'as JSON': JSON.stringify(TOKEN),
  'as JSON with escaped slashes': JSON.stringify(TOKEN).replaceAll('/', '\\/'),
};

const tokenless = { code: 'ECONNREFUSED' };

function circular<Value extends object>(value: Value): Value & { readonly self: unknown } {
  return Object.defineProperty(value, 'self', { value, enumerable: true }) as never;
}

/** Parts of the token that no error may contain. */
const SECRETS = Object.values(ENCODERS).map((encode) => encode(TOKEN.slice(0, 8)));

function expectMasked(error: unknown): void {
  expect(error).toBeInstanceOf(ConversationApiError);
  const { message, stack, cause, ...members } = error as ConversationApiError;
  const texts = [
    ...[message, stack, String(error), JSON.stringify(members), JSON.stringify(cause)],
    ...[inspect(error, { depth: 9, showHidden: true }), inspect(cause, { depth: 9, showHidden: true })],
  ];
  for (const text of texts) {
    for (const secret of SECRETS) expect((text ?? '').toLowerCase()).not.toContain(secret.toLowerCase());
  }
}

async function thrownFrom(reply: Reply, options: Partial<ClientOptions> = {}): Promise<unknown> {
  const { client, settle } = scriptService([reply], { token: TOKEN, maxRetries: 0, ...options });
  return settle(client.chats.create({}).catch((error: unknown) => error));
}

describe.each(Object.entries(ENCODINGS))('a token that the service repeats %s is masked', (_, echo) => {
  it.each([
    ['message', { message: `No: ${echo}` }],
    ['message_code', { message_code: echo }],
    ['data', { data: { headers: [{ authorization: echo }] } }],
    ['data, as a name', { data: { [echo]: 1 } }],
    ['request_id', { meta: { request_id: echo } }],
    ['error_details', { meta: { error_details: { retry_action: echo, service: echo } } }],
  ])('in the %s of a failure', async (_, rest) => {
    const error = await thrownFrom(failure(404, 'api_v1_not_found', rest));
    expectMasked(error);
    expect(inspect(error, { depth: 9 })).toContain('***');
  });

  it('in a page', async () => {
    expectMasked(await thrownFrom(answer(`<pre>${echo}</pre>`, 502)));
  });

  it('where the message is cut', async () => {
    for (let length = 200; length < 300; length++) {
      expectMasked(await thrownFrom(answer({ message: 'x'.repeat(length) + echo }, 500)));
    }
  });

  it('in an answer that does not match the contract', async () => {
    expectMasked(await thrownFrom(answer({ data: [echo] })));
  });

  it('in an answer that is not JSON', async () => {
    expectMasked(await thrownFrom(answer(`${echo}!`)));
  });

  it.each([
    [
      'message.error',
      `event: message.error\ndata: ${JSON.stringify({ code: echo, message: echo, details: { echo } })}\n\n`,
    ],
    [
      'an event that does not match the contract',
      `event: message.delta\ndata: ${JSON.stringify({ echo })}\n\n`,
    ],
    ['an event that is not JSON', `event: message.delta\ndata: ${echo}\n\n`],
    ['a chat id', start.replace(CHAT, JSON.stringify(echo).slice(1, -1))],
  ])('in %s of a stream', async (_, text) => {
    const service = scriptService([stream(start + text)], { token: TOKEN, maxRetries: 0 });
    const turn = service.client.turns.stream(CHAT, TURN);
    const { failure: thrown } = await collect(service, turn);
    if (thrown !== undefined) expectMasked(thrown);
    expectMasked(await turn.final().catch((error: unknown) => error));
  });

  it('in the request id of a stream that fails later', async () => {
    const begun = start.replace(/(?<="request_id":)"[^"]+"/, JSON.stringify(echo));
    const service = scriptService([stream(begun + delta('At '), 'breaks')], { token: TOKEN, maxRetries: 0 });
    const turn = service.client.turns.stream(CHAT, TURN);
    const { failure: thrown } = await collect(service, turn);
    expectMasked(thrown);
    expect(thrown).toMatchObject({ kind: 'connection', requestId: expect.stringContaining('***') });
  });
});

describe('a token is masked', () => {
  it('in the media type of a stream', async () => {
    const reply: Reply = () => new Response('', { headers: { 'content-type': `text/${TOKEN}` } });
    const { client } = scriptService([reply], { token: TOKEN, maxRetries: 0 });
    expectMasked(
      await client.turns
        .stream(CHAT, TURN)
        .final()
        .catch((error: unknown) => error),
    );
  });

  it('in the text of a status', async () => {
    expectMasked(await thrownFrom(() => new Response('{}', { status: 500, statusText: `No ${TOKEN}` })));
  });

  it.each<[string, (request: Request) => unknown]>([
    ['a message', () => new Error(`cannot send Bearer ${TOKEN}`)],
    [
      'the cause of its cause',
      () => new TypeError('failed', { cause: new Error('x', { cause: new Error(TOKEN) }) }),
    ],
    ['one of its errors', () => new AggregateError([new Error(TOKEN)])],
    [
      'a member',
      () => Object.assign(new Error('no'), { config: { headers: { authorization: `Bearer ${TOKEN}` } } }),
    ],
    ['its request', (request) => Object.assign(new Error('no'), { request })],
    ['its headers', ({ headers }) => Object.assign(new Error('no'), { headers })],
    [
      'its answer',
      ({ headers }) => Object.assign(new Error('no'), { answer: new Response('', { headers }) }),
    ],
    ['a map', () => Object.assign(new Error('no'), { sent: new Map([['authorization', TOKEN]]) })],
    ['a circle', () => circular({ authorization: TOKEN })],
    ['an object with a large integer', () => ({ authorization: TOKEN, id: 2n ** 64n })],
    ['an error that JSON shows in part', () => Object.assign(new Error(TOKEN), { toJSON: () => ({}) })],
    ['a DOMException', () => new DOMException(TOKEN, 'NetworkError')],
    ['a text', () => `no ${TOKEN}`],
    ['an object', () => ({ authorization: TOKEN })],
  ])('in an error of fetch: in %s', async (_, make) => {
    let thrown: unknown;
    const error = await thrownFrom(({ request }) => {
      thrown = make(request);
      return Promise.reject(thrown);
    });
    expectMasked(error);
    expect(error).toMatchObject({ kind: 'connection', cause: expect.anything() });
    // The error belongs to the caller's own `fetch`, which may still use it.
    expect((error as Error).cause).not.toBe(thrown);
  });

  it('if an earlier request of the same call carried it', async () => {
    const tokens = [TOKEN, 'another-token'];
    const { client, settle } = scriptService([unreachable, answer({ message: TOKEN }, 500)], {
      token: () => tokens.shift() as string,
    });
    expectMasked(await settle(client.chats.get(CHAT).catch((error: unknown) => error)));
  });

  it.each(Object.entries(ENCODERS))('if it has the maximum length of a header: %s', async (_, encode) => {
    const token = `${TOKEN}${'abcdefg/'.repeat(1900)}`;
    const message = `Not "${encode(token)}", but another`;
    const error = await thrownFrom(failure(404, 'api_v1_not_found', { message, data: { message } }), {
      token,
    });
    expectMasked(error);
    expect(error).toMatchObject({
      kind: 'not-found',
      message: 'POST /api/v1/chats: 404: api_v1_not_found: Not "***", but another',
      data: { message: 'Not "***", but another' },
    });
  });

  it.each([
    ['backslashes', '\\'.repeat(2 ** 21)],
    ['percent signs', '%'.repeat(2 ** 21)],
    ['signs encoded many times', `%${'25'.repeat(2 ** 20)}`],
    ['beginnings of the token', TOKEN.slice(0, 7).repeat(2 ** 18)],
  ])('in an answer of %s', async (_, text) => {
    expectMasked(await thrownFrom(failure(500, 'x', { message: text, data: [text, TOKEN] })));
  });

  it('in an answer that is too deeply nested to search', async () => {
    const text = `{"data":${'['.repeat(200_000)}"${TOKEN}"${']'.repeat(200_000)}}`;
    expectMasked(await thrownFrom(answer(text, 500)));
    expectMasked(await thrownFrom(answer(text.replace('data', 'other'))));
  });
});

describe('without a token in it', () => {
  it.each<[string, () => object]>([
    ['circular', () => circular({ code: 'ECONNREFUSED' })],
    ['that has a large integer', () => ({ id: 2n ** 64n })],
    ['that has an object twice', () => [tokenless, tokenless]],
  ])('a cause is the original object if it is an object %s', async (_, make) => {
    const own = Object.assign(new TypeError('fetch failed'), { cause: make() });
    const error = await thrownFrom(() => Promise.reject(own));
    expect((error as Error).cause).toBe(own);
  });

  it('a cause is the error that fetch threw', async () => {
    const own = Object.assign(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }), {
      socket: { port: 1 },
    });
    const error = await thrownFrom(() => Promise.reject(own));
    expect((error as Error).cause).toBe(own);
  });

  it('a failure has the same members', async () => {
    const data = { code: 'x', path: '%41\\u0041', list: [1, null, true] };
    const error = await thrownFrom(failure(409, 'api_v1_chat_busy', { data }));
    expect(error).toMatchObject({
      kind: 'chat-busy',
      data,
      message: expect.stringContaining('api_v1_chat_busy'),
    });
  });

  it('a result that repeats the token is not changed', async () => {
    const { client } = scriptService([answer({ data: { name: TOKEN } })], { token: TOKEN });
    await expect(client.chats.get(CHAT)).resolves.toEqual({ name: TOKEN });
  });
});

it('a token of fewer than eight characters is not masked, since it may be part of any word', async () => {
  const error = await thrownFrom(failure(403, 'api_token_scope_not_allowed'), { token: 'token' });
  expect(error).toMatchObject({ kind: 'scope-not-allowed', messageCode: 'api_token_scope_not_allowed' });
});

it('the wait for a running turn does not change the error messages', async () => {
  const { client, settle } = scriptService([inProgress, failure(404, 'api_v1_not_found')], {
    token: TOKEN,
  });
  const sent = client.turns.send(CHAT, TURN);
  await expect(settle(sent)).rejects.toMatchObject({
    kind: 'not-found',
    idempotencyKey: sent.idempotencyKey,
  });
});
