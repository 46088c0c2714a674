import { type IncomingMessage, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { RelaySettings } from '../../src/adapters/relay/fetch.ts';
import { startReferenceServer } from '../../src/alterations/index.ts';
import { createClient } from '../../src/client/index.ts';
import { createRelayClient, type RelayClient } from '../../src/client/relay.ts';
import type { Script } from '../../src/rig/script/act.ts';
import { carryScript } from '../../src/rig/script/render-script.ts';
import { buildExamples, type ExampleProject } from './example-project.ts';
import { EXAMPLES, FRAMEWORKS, loadRelays, PATH, type Relays, type Site } from './frameworks.ts';
import { NextSite } from './next-site.ts';

const TOKEN = 'harbor-main';
const CHAT = '0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604';
/** The query shows that the relay sees the real URL. */
const QUERY = '?of=mine';
const SESSION = { authorization: 'Bearer session' };
const script = (...acts: Script) => ({ content: carryScript('Hello', acts) });

let project: ExampleProject;
let server: Awaited<ReturnType<typeof startReferenceServer>>;
let relays: Relays;
let next: NextSite;

/** Lets only a page pass whose session, host and URL the relay sees as they are. */
const settingsOf = (client: RelaySettings['client']): RelaySettings => ({
  client,
  mayUse: ({ headers, url }) =>
    headers.get('authorization') === 'Bearer session' &&
    url === `http://${headers.get('host')}/api/relay?of=mine`,
});

beforeAll(async () => {
  project = await buildExamples();
  server = await startReferenceServer({ timeScale: 20, log: 'none' });
  Object.assign(process.env, { SERVICE_URL: server.url, SERVICE_TOKEN: TOKEN });
  relays = await loadRelays(project);
  next = await NextSite.build(project, 'examples/relay');
});

afterAll(async () => {
  delete process.env.SERVICE_URL;
  delete process.env.SERVICE_TOKEN;
  await server?.close();
  project?.remove();
});

const starts: readonly [name: string, start: () => Promise<Site>][] = [
  ...Object.entries(FRAMEWORKS).map(([name, serve]): [string, () => Promise<Site>] => [
    name,
    () => serve(relays, settingsOf(relays.createClient({ baseUrl: server.url, token: TOKEN }))),
  ]),
  ...Object.entries(EXAMPLES).map(([name, serve]): [string, () => Promise<Site>] => [
    `the example for ${name}`,
    () => serve(relays),
  ]),
  ['the example for Next.js', () => next.start({ SERVICE_URL: server.url, SERVICE_TOKEN: TOKEN })],
];

describe.each(starts)('a relay with %s', (name, start) => {
  let site: Site;
  let page: RelayClient;

  beforeAll(async () => {
    site = await start();
    page = createRelayClient({ url: `${site.url}${PATH}${QUERY}`, headers: SESSION });
  });
  afterAll(() => site?.close());

  it('streams a turn, and answers its question', async () => {
    const turn = page.stream(crypto.randomUUID(), script({ say: 'We open at ten.' }));
    expect(await turn.text()).toBe('We open at ten.');
  });

  it('passes a refusal on', async () => {
    const chatId = crypto.randomUUID();
    const running = page.stream(chatId, script({ hang: true }));
    for await (const { type } of running) if (type === 'message.start') break;
    await expect(page.stream(chatId, { content: 'Hello' }).final()).rejects.toMatchObject({
      kind: 'chat-busy',
      status: 409,
      messageCode: 'api_v1_chat_busy',
    });
    expect(await page.interactions.cancelTurn(chatId, {})).toMatchObject({ cancelled: true });
  });

  it('refuses a page without a session', async () => {
    const { stream } = createRelayClient({ url: `${site.url}${PATH}${QUERY}` });
    await expect(stream(CHAT, { content: 'Hello' }).final()).rejects.toMatchObject({
      kind: 'forbidden',
      status: 403,
    });
  });

  it('sends events one by one through compression, and neither it nor a proxy may change them', async () => {
    const chatId = crypto.randomUUID();
    const response = await exchange(site, {
      headers: { ...SESSION, 'accept-encoding': 'gzip, br' },
      body: JSON.stringify({ chatId, turn: script({ say: 'One moment.' }, { hang: true }) }),
    });
    const { 'content-encoding': encoding, 'content-type': type, ...headers } = response.headers;
    expect([encoding, type]).toEqual([undefined, 'text/event-stream']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' });
    // The turn does not end by itself, so only an event that is not held back can arrive.
    let received = '';
    for await (const bytes of response) {
      received += bytes;
      if (received.includes('One moment.')) break;
    }
    await page.interactions.cancelTurn(chatId, {});
  });

  it('leaves nothing open when the page leaves in the middle, and its turn continues', async () => {
    const chatId = crypto.randomUUID();
    const turn = page.stream(chatId, script({ say: 'One moment. ' }, { hang: true }));
    for await (const { type } of turn) if (type === 'message.delta') break;
    const streams = async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      return /^conversation_api_streams_open (\d+)$/m.exec(metrics)?.[1];
    };
    await expect.poll(streams).toBe('0');
    const { interactions } = createClient({ baseUrl: server.url, token: TOKEN });
    expect(await interactions.cancelTurn(chatId, {})).toMatchObject({ cancelled: true });
  });

  it.each(Object.entries(REQUESTS))('refuses with 4xx and goes on: %s', async (_, sent) => {
    const response = await exchange(site, { ...sent, headers: { ...SESSION, ...sent.headers } });
    const { statusCode = 0, headers } = response;
    expect(statusCode).toSatisfy((code) => code >= 400 && code < 500);
    const body = await text(response);
    // express.json() refuses some before the relay sees them, with a page, and Fastify an empty content-type.
    const isOfExpress = name.includes('express.json()') && headers['content-type']?.startsWith('text/html');
    if (!isOfExpress && !body.includes('FST_ERR_CTP_INVALID_MEDIA_TYPE'))
      expect(JSON.parse(body)).toMatchObject({ kind: expect.any(String), status: statusCode });
    const turn = page.stream(crypto.randomUUID(), { content: 'Hello' });
    expect((await turn.final()).status).toBe('completed');
  });
});

it.each(Object.keys(FRAMEWORKS).filter((name) => name !== 'Hono'))(
  'a host that would change the URL is refused with %s',
  async (name) => {
    const site = await FRAMEWORKS[name]?.(relays, {
      ...settingsOf(createClient({ baseUrl: server.url, token: TOKEN })),
      mayUse: () => true,
    });
    if (!site) throw new Error('no site');
    onTestFinished(site.close);
    const headers = { host: 'site.test/api/relay?of=mine#' };
    const response = await exchange(site, { ...asked({ chatId: CHAT, turn }), headers });
    expect([response.statusCode, JSON.parse(await text(response)).kind]).toEqual([400, 'invalid-request']);
  },
);

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly isChunked?: boolean;
}

/** Sends exactly this, as no browser would. */
async function exchange(
  { url }: Site,
  { method = 'POST', headers, body, isChunked }: Sent,
): Promise<IncomingMessage> {
  const length = body === undefined || isChunked ? {} : { 'content-length': Buffer.byteLength(body) };
  const request = send(`${url}${PATH}${QUERY}`, {
    // A server may close a connection whose request it did not read to the end.
    agent: false,
    method,
    headers: { 'content-type': 'application/json', ...length, ...headers },
  });
  return new Promise((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
    request.end(body);
  });
}

const asked = (value: object) => ({ body: JSON.stringify(value) });
const turn = { content: 'Hello' };
const nested = '['.repeat(50_000) + ']'.repeat(50_000);

/** What a page should not send. */
const REQUESTS: Readonly<Record<string, Sent>> = {
  'the body null': { body: 'null' },
  'a list': { body: '[1]' },
  'a number': { body: '7' },
  'broken JSON': { body: '{"chatId":' },
  'no body': {},
  'no JSON, but its type': { body: Buffer.from([0xff, 0x00]) },
  'no content-type': { body: '{}', headers: { 'content-type': '' } },
  'another content-type': { body: '{}', headers: { 'content-type': 'text/plain' } },
  'a chatId of dots': asked({ chatId: '..', turn }),
  'a chatId with a slash': asked({ chatId: 'a/b', turn }),
  'a chatId that is a number': asked({ chatId: 7, turn }),
  'a turn that is a number': asked({ chatId: CHAT, turn: 7 }),
  'content that is null': asked({ chatId: CHAT, turn: { content: null } }),
  'a key that is no ASCII': { ...asked({ chatId: CHAT, turn }), headers: { 'idempotency-key': 'cl\u00e9' } },
  'an empty key': { ...asked({ chatId: CHAT, turn }), headers: { 'idempotency-key': '' } },
  'an unknown interaction': asked({ chatId: CHAT, interaction: 'deleteChat', body: {} }),
  'the interaction __proto__': asked({ chatId: CHAT, interaction: '__proto__', body: {} }),
  'an interaction with a list': asked({ chatId: CHAT, interaction: 'cancelTurn', body: [] }),
  'an interaction that the service refuses': asked({
    chatId: CHAT,
    interaction: 'approveTool',
    body: { action_id: 7 },
  }),
  'JSON that nests too deeply': {
    body: `{"chatId":"${CHAT}","interaction":"cancelTurn","body":{"x":${nested}}}`,
  },
  'a long body': asked({ chatId: CHAT, turn: { content: 'a'.repeat(5 * 2 ** 20) } }),
  'a long body of unknown length': {
    ...asked({ chatId: CHAT, turn: { content: 'a'.repeat(5 * 2 ** 20) } }),
    isChunked: true,
  },
  'the method PUT': { method: 'PUT', ...asked({ chatId: CHAT, turn }) },
  'the method DELETE': { method: 'DELETE' },
  'the method GET': { method: 'GET' },
};
