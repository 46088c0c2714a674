import { afterEach, describe, expect, it, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import type { HeadersOption } from '../../src/client/index.ts';
import { VERSION } from '../../src/client/version.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { answer, failure, scriptService, TOKEN } from './harness/service.ts';
import { CHAT, completed, start, stream } from './harness/wire.ts';

forbidUnhandledRejections();

const chat = answer({ data: { id: CHAT } });

/** All header forms that `fetch` accepts, and more. */
const FORMS: Readonly<Record<string, HeadersOption>> = {
  'an object': { 'X-Team': 'shop', 'x-none': undefined },
  pairs: [['X-Team', 'shop']],
  Headers: new Headers({ 'X-Team': 'shop' }),
  'a Map': new Map([['X-Team', 'shop']]),
};

/** The headers of the first and the second request at the service, without those of the client itself. */
async function headersOf(defaults: HeadersOption | undefined, options?: HeadersOption) {
  const { client, sent } = scriptService([chat], { headers: defaults });
  await client.chats.get(CHAT, { headers: options });
  const { authorization, 'user-agent': agent, ...own } = Object.fromEntries(sent[0]?.headers ?? []);
  return own;
}

describe('headers', () => {
  it.each(Object.entries(FORMS))(
    'are accepted as %s, from the client and from a call',
    async (_, headers) => {
      expect(await headersOf(headers)).toEqual({ 'x-team': 'shop' });
      expect(await headersOf(undefined, headers)).toEqual({ 'x-team': 'shop' });
    },
  );

  it.each(Object.entries(FORMS))(
    'of a call replace those of the client, ignoring case: %s',
    async (_, headers) => {
      expect(await headersOf({ 'x-team': 'office', 'X-Trace': '1' }, headers)).toEqual({
        'x-team': 'shop',
        'x-trace': '1',
      });
    },
  );

  it('remove a header if null, and do nothing if undefined', async () => {
    const defaults = { 'X-Team': 'shop', 'x-trace': '1' };
    expect(await headersOf(defaults, { 'x-team': null, 'x-trace': undefined })).toEqual({ 'x-trace': '1' });
    expect(await headersOf(defaults, [['x-team', null]])).toEqual({ 'x-trace': '1' });
  });

  it('with one name in one source are joined, as `fetch` does', async () => {
    const pairs = [
      ['x-team', 'shop'],
      ['X-Team', 'office'],
    ] as const;
    expect(await headersOf(pairs)).toEqual({ 'x-team': 'shop, office' });
  });

  it('from an iterator, which can be read once, are sent with every request', async () => {
    const page = (data: object[]) => answer({ data, meta: { page: 1, size: 1, total: 2 } });
    const busy = failure(503, 'api_v1_later', {}, { 'retry-after': '0' });
    const headers = () => new Map([['x-team', 'shop']]).entries();
    const { client, sent, settle } = scriptService([busy, page([{}]), page([{}])], { headers: headers() });
    await settle(client.chats.list().all({ limit: 2 }));
    const own = scriptService([busy, page([{}]), page([{}])]);
    await own.settle(own.client.chats.list({}, { headers: headers() }).all({ limit: 2 }));
    const teams = [...sent, ...own.sent].map((request) => request.headers.get('x-team'));
    expect(teams).toEqual(Array(6).fill('shop'));
  });

  it.each(Object.entries({ 'a name': { 'x team': '1' }, 'a value': { 'x-team': 'a\nb' } }))(
    'that cannot be sent are refused when the client is created and when it is called: %s',
    async (_, headers) => {
      expect(() => scriptService([], { headers })).toThrow(TypeError);
      const { client, sent } = scriptService([]);
      await expect(client.chats.get(CHAT, { headers })).rejects.toThrow(TypeError);
      await expect(client.turns.stream(CHAT, { content: '' }, { headers }).final()).rejects.toThrow(
        TypeError,
      );
      expect(sent).toEqual([]);
    },
  );

  it('never replace the token, the media type or the key', async () => {
    const { client, sent } = scriptService([stream(start + completed(''))]);
    const headers = { AUTHORIZATION: 'Basic abc', 'content-type': 'text/plain', 'Idempotency-Key': 'other' };
    await client.turns.stream(CHAT, { content: '' }, { headers, idempotencyKey: 'mine' }).final();
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      'idempotency-key': 'mine',
    });
  });
});

describe('the user-agent', () => {
  afterEach(() => vi.unstubAllGlobals());

  const agentSent = async (headers?: HeadersOption) => {
    const { client, sent } = scriptService([chat], { headers });
    await client.chats.get(CHAT);
    return sent[0]?.headers.get('user-agent');
  };

  it('names the package and its version', async () => {
    expect(VERSION).toBe(manifest.version);
    expect(await agentSent()).toBe(`conversation-api/${VERSION}`);
  });

  it('can be replaced and removed', async () => {
    expect(await agentSent({ 'User-Agent': 'shop/2' })).toBe('shop/2');
    expect(await agentSent({ 'User-Agent': null })).toBeNull();
  });

  it('is sent if the platform has no name, but not by a browser', async () => {
    vi.stubGlobal('navigator', undefined);
    expect(await agentSent()).toBe(`conversation-api/${VERSION}`);
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });
    expect(await agentSent()).toBeNull();
  });
});
