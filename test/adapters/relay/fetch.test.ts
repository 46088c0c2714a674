import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchRelay, type RelaySettings } from '../../../src/adapters/relay/fetch.ts';
import { startReferenceServer } from '../../../src/alterations/index.ts';
import { createClient } from '../../../src/client/index.ts';
import { createRelayClient, type RelayClientOptions } from '../../../src/client/relay.ts';
import type { Script } from '../../../src/rig/script/act.ts';
import { carryScript } from '../../../src/rig/script/render-script.ts';
import { answer, failure, type Reply, scriptService, unreachable } from '../../client/harness/service.ts';
import { CHAT, completed, delta, LiveStream, start, stream } from '../../client/harness/wire.ts';

const TOKEN = 'harbor-main';
const URL = 'https://site.test/any/path?of=mine';
const JSON_TYPE = { 'content-type': 'application/json' };
type Body = NonNullable<ConstructorParameters<typeof Response>[0]>;

const script = (...acts: Script) => ({ content: carryScript('Hello', acts) });

let server: Awaited<ReturnType<typeof startReferenceServer>>;

beforeAll(async () => {
  server = await startReferenceServer({ timeScale: 20, log: 'none' });
});
afterAll(() => server?.close());

const realClient = () => createClient({ baseUrl: server.url, token: TOKEN });

/** A relay with these settings, and a page that uses it. */
function open(settings: Partial<RelaySettings> = {}, options: Partial<RelayClientOptions> = {}) {
  const handle = fetchRelay({ client: realClient(), mayUse: () => true, ...settings });
  const fetch: RelayClientOptions['fetch'] = (url, init) => handle(new Request(url, init));
  return { handle, page: createRelayClient({ url: URL, fetch, ...options }) };
}

/** A relay whose service gives this reply to the only request. */
const openWith = (reply: Reply) =>
  open({ client: scriptService([reply], { maxRetries: 0 }).client }, { maxRetries: 0 });

const post = (body: unknown, headers: Record<string, string> = {}) =>
  new Request(URL, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) });

describe('a page with a relay', () => {
  it('streams a turn, and answers its questions', async () => {
    const { page } = open({ turnFor: ({ content }) => ({ content, attachments: { mcp_server_ids: [7] } }) });
    const ask = { call: { tool: 'close_ticket', input: { ticket: 12 } } };
    const turn = page.stream(crypto.randomUUID(), script(ask, { say: 'Closed.' }));
    for await (const event of turn)
      if (event.type === 'message.action_required' && event.kind === 'tool_approval')
        expect(await event.approve()).toMatchObject({ state: 'resolved' });
    expect(turn.content).toBe('Closed.');
  });

  it('cancels a turn', async () => {
    const turn = open().page.stream(crypto.randomUUID(), script({ hang: true }));
    for await (const { type } of turn)
      if (type === 'message.start') expect(await turn.cancel()).toMatchObject({ cancelled: true });
    expect(await turn.ended).toMatchObject({ status: 'cancelled' });
  });

  it('reads a turn again with its key', async () => {
    const { page } = open();
    const [chatId, body] = [crypto.randomUUID(), script({ say: 'We open at ten.' })];
    const turn = page.stream(chatId, body);
    const { id } = await turn.final();
    const { idempotencyKey } = turn;
    expect(await page.stream(chatId, body, { idempotencyKey }).final()).toMatchObject({ id });
  });

  it('gets the outcome if its connection to the relay breaks', async () => {
    const { handle } = open();
    let isFirst = true;
    const { page } = open(
      {},
      {
        async fetch(url, init) {
          const response = await handle(new Request(url, init));
          if (!isFirst || !response.body) return response;
          isFirst = false;
          const [first] = response.body.pipeThrough(cut(1)).tee();
          return new Response(first, response);
        },
      },
    );
    const turn = page.stream(crypto.randomUUID(), script({ say: 'We open at ten.' }));
    expect(await turn.text()).toBe('We open at ten.');
    expect(isFirst).toBe(false);
  });

  it('sends its own headers, made anew for each request, and those of a call', async () => {
    const seen: unknown[] = [];
    let count = 0;
    const { page } = open(
      {
        mayUse({ headers, url, method }) {
          seen.push([method, url, headers.get('authorization'), headers.get('x-of-call')]);
          return true;
        },
      },
      { headers: async () => ({ Authorization: `Bearer session ${++count}`, 'x-of-call': 'no' }) },
    );
    const turn = page.stream(crypto.randomUUID(), script({ hang: true }), {
      headers: { 'x-of-call': 'yes' },
    });
    for await (const { type } of turn) if (type === 'message.start') await turn.cancel();
    expect(seen).toEqual([
      ['POST', URL, 'Bearer session 1', 'yes'],
      ['POST', URL, 'Bearer session 2', 'no'],
    ]);
  });
});

/** Ends a stream after some pieces. */
function cut(pieces: number) {
  let left = pieces;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      controller.enqueue(piece);
      if (--left === 0) controller.terminate();
    },
  });
}

describe('a relay tells a page why a turn cannot begin:', () => {
  it.each([
    [
      'a failure of the contract, with its data',
      failure(409, 'api_v1_chat_busy', { data: { active_message_id: 7 }, meta: { request_id: 'r1' } }),
      {
        kind: 'chat-busy',
        status: 409,
        messageCode: 'api_v1_chat_busy',
        channel: 'http',
        data: { active_message_id: 7 },
        requestId: 'r1',
        requirement: 'errors.chat-busy.answer',
      },
    ],
    [
      'a refused token',
      failure(401, 'no_token'),
      { kind: 'unauthenticated', status: 401, messageCode: 'no_token' },
    ],
    [
      'another failure, without its data',
      failure(418, 'teapot', { data: 'secret' }),
      { kind: 'unknown', status: 418, messageCode: 'teapot', data: undefined },
    ],
    [
      'how long to wait',
      failure(429, 'slow', {}, { 'retry-after': '121' }),
      { kind: 'rate-limited', status: 429, retryAfter: 121_000 },
    ],
    [
      'that the service cannot be reached',
      unreachable,
      { kind: 'connection', status: undefined, channel: undefined },
    ],
    [
      'that the service answers with something else',
      answer('<html>', 200, { 'content-type': 'text/html' }),
      { kind: 'invalid-response' },
    ],
  ])('%s', async (_, reply, facts) => {
    const { page } = openWith(reply);
    const key = { idempotencyKey: 'key of the page' };
    await expect(page.stream(CHAT, { content: 'Hello' }, key).final()).rejects.toMatchObject({
      ...facts,
      ...key,
    });
    await expect(openWith(reply).page.interactions.cancelTurn(CHAT, {})).rejects.toMatchObject(facts);
  });

  it('once, since the client of the server has repeated it', async () => {
    const { handle } = openWith(unreachable);
    let count = 0;
    const { page } = open(
      {},
      { fetch: (url, init) => handle(new Request(url, init)).finally(() => count++) },
    );
    await expect(page.stream(CHAT, { content: 'Hello' }).final()).rejects.toMatchObject({
      kind: 'connection',
    });
    expect(count).toBe(1);
  });

  it('not by the message of the service, which may name secrets', async () => {
    const { handle } = openWith(answer({ message: 'no token harbor-main', message_code: 'x' }, 500));
    const response = await handle(post({ chatId: CHAT, turn: { content: 'Hello' } }));
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('harbor')]);
  });
});

describe('a relay refuses what a page sends with 4xx and JSON:', () => {
  const turn = { content: 'Hello' };
  const text = (body: Body | null, headers: Record<string, string> = JSON_TYPE, method = 'POST') =>
    new Request(URL, { method, headers, body });

  it.each<[string, number, Request]>([
    ['null', 400, text('null')],
    ['a list', 400, text('[1]')],
    ['a number', 400, text('7')],
    ['broken JSON', 400, text('{"chatId":')],
    ['no body', 400, text(null)],
    ['bytes that are no text', 400, text(new Uint8Array([0xff, 0xfe]))],
    ['no content-type', 415, text(new Blob(['{}']), {})],
    ['a form', 415, text('{}', { 'content-type': 'text/plain' })],
    ['GET', 405, new Request(URL)],
    ['PUT', 405, text('{}', JSON_TYPE, 'PUT')],
    ['a chatId of dots', 400, post({ chatId: '..', turn })],
    ['a chatId with a slash', 400, post({ chatId: `${CHAT}/messages`, turn })],
    ['a chatId that is a number', 400, post({ chatId: 7, turn })],
    ['no chatId', 400, post({ turn })],
    ['a turn that is null', 400, post({ chatId: CHAT, turn: null })],
    ['a turn that is a list', 400, post({ chatId: CHAT, turn: ['Hello'] })],
    ['content that is a list', 400, post({ chatId: CHAT, turn: { content: ['Hello'] } })],
    ['no turn', 400, post({ chatId: CHAT })],
    [
      'a turn that nests too deeply',
      400,
      text(`{"chatId":"${CHAT}","turn":{"content":"","x":${nested(100_000)}}}`),
    ],
    ['an empty key', 400, post({ chatId: CHAT, turn }, { 'idempotency-key': '' })],
    ['a key outside ASCII', 400, post({ chatId: CHAT, turn }, { 'idempotency-key': 'clé' })],
    ['an unknown interaction', 400, post({ chatId: CHAT, interaction: 'deleteChat' })],
    ['an interaction __proto__', 400, post({ chatId: CHAT, interaction: '__proto__' })],
    ['an interaction that is null', 400, post({ chatId: CHAT, interaction: null })],
    ['an interaction with a list', 400, post({ chatId: CHAT, interaction: 'cancelTurn', body: [] })],
    ['an interaction with null', 400, post({ chatId: CHAT, interaction: 'cancelTurn', body: null })],
    [
      'an interaction that nests too deeply',
      400,
      text(`{"chatId":"${CHAT}","interaction":"cancelTurn","body":{"x":${nested(100_000)}}}`),
    ],
    ['a long body', 413, post({ chatId: CHAT, turn: { content: 'a'.repeat(2 ** 20) } })],
  ])('%s', async (_, status, request) => {
    // None of them reaches the service.
    const { handle } = openWith(unreachable);
    const response = await handle(request);
    const body = await response.json();
    expect([response.status, body]).toEqual([
      status,
      { kind: status === 413 ? 'request-too-large' : 'invalid-request', status, message: expect.any(String) },
    ]);
  });

  it('a person who may not use the chat', async () => {
    const { page } = open({ mayUse: async () => false });
    const refused = { kind: 'forbidden', status: 403 };
    await expect(page.stream(CHAT, turn).final()).rejects.toMatchObject(refused);
    await expect(page.interactions.cancelTurn(CHAT, {})).rejects.toMatchObject(refused);
  });

  it('more bytes than its own limit, also without their number', async () => {
    const { page, handle } = open({ bodyLimit: 100 });
    const long = { content: 'a'.repeat(100) };
    const tooLarge = { kind: 'request-too-large', status: 413 };
    await expect(page.stream(CHAT, long).final()).rejects.toMatchObject(tooLarge);
    const body = new Blob([JSON.stringify({ chatId: CHAT, turn: long })]).stream();
    const streamed = new Request(URL, {
      method: 'POST',
      headers: JSON_TYPE,
      body,
      duplex: 'half',
    } as RequestInit);
    expect((await handle(streamed)).status).toBe(413);
  });

  it('anything else that is JSON', async () => {
    const { handle } = open({ mayUse: () => false });
    const member = fc.oneof(
      fc.json().map((text) => JSON.parse(text)),
      fc.constant(CHAT),
      fc.constant(turn),
    );
    const names = ['chatId', 'turn', 'interaction', 'body', '__proto__', 'then'];
    const body = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), member);
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const { status, headers } = await handle(post(value));
        expect([status, headers.get('content-type')]).toEqual([
          expect.toSatisfy((code) => code >= 400 && code < 500),
          'application/json',
        ]);
      }),
    );
  });
});

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('the stream of a relay', () => {
  const chat = { chatId: CHAT, turn: { content: 'Hello' } };

  it('may not be stored, compressed or held back', async () => {
    const { headers } = await openWith(stream(start + completed(''))).handle(post(chat));
    expect(Object.fromEntries(headers)).toEqual({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
  });

  it('passes pings on', async () => {
    const ping = 'event: ping\ndata: {"ts":1}\n\n';
    const { handle } = openWith(stream(start + ping + completed('')));
    expect(await (await handle(post(chat))).text()).toContain(ping);
  });

  it('begins after a silence, and sends a comment in each further one', async () => {
    const live = new LiveStream();
    const { client } = scriptService([live.reply]);
    const { handle } = open({ client, heartbeat: 1 });
    const { body } = await handle(post(chat));
    const reader = body?.getReader();
    const read = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect([await read(), await read()]).toEqual([': the turn goes on\n\n', ': the turn goes on\n\n']);
    live.send(start + delta('At '));
    await expect.poll(read).toMatch(/^event: message.start/);
    await reader?.cancel();
    expect(live.isClosed).toBe(true);
  });

  it('ends the connection to the service when the page has gone before its beginning', async () => {
    const live = new LiveStream();
    const { client, sent } = scriptService([live.reply]);
    const gone = new AbortController();
    const { handle } = open({ client });
    const answered = handle(new Request(post(chat), { signal: gone.signal }));
    await expect.poll(() => sent.length).toBe(1);
    gone.abort();
    expect([(await answered).status, live.isClosed]).toEqual([499, true]);
  });
});

it('rejects with what the settings throw', async () => {
  const own = new RangeError('the database is down');
  const { handle } = open({ mayUse: () => Promise.reject(own) });
  await expect(handle(post({ chatId: CHAT, turn: { content: '' } }))).rejects.toBe(own);
});
