import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient, type Fetch } from '../../src/client/index.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { scriptService, TOKEN } from './harness/service.ts';
import { CHAT } from './harness/wire.ts';

forbidUnhandledRejections();

const baseUrl = 'https://service.test';
const chat = () => Response.json({ data: { id: CHAT } });

/** Records the arguments of `fetch`. */
function spy() {
  const calls: unknown[][] = [];
  const fetch: Fetch = async (...args) => {
    calls.push(args);
    return chat();
  };
  return { calls, fetch };
}

describe('fetch', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is called with an address and plain options, and needs no global Request', async () => {
    vi.stubGlobal('Request', undefined);
    const { calls, fetch } = spy();
    await createClient({ baseUrl, token: TOKEN, fetch }).chats.update(CHAT, { name: 'Hours' });
    expect(calls).toEqual([
      [
        `${baseUrl}/api/v1/chats/${CHAT}`,
        {
          method: 'PATCH',
          headers: {
            authorization: `Bearer ${TOKEN}`,
            'content-type': 'application/json',
            'user-agent': expect.any(String),
          },
          body: '{"name":"Hours"}',
          redirect: 'manual',
          signal: expect.any(AbortSignal),
        },
      ],
    ]);
  });

  it('receives the fetchOptions of the client and of the call, which cannot replace settings of the client', async () => {
    const { calls, fetch } = spy();
    const dispatcher = {};
    const client = createClient({
      baseUrl,
      token: TOKEN,
      fetch,
      fetchOptions: { dispatcher, cache: 'no-store', method: 'PUT', redirect: 'follow' },
    });
    await client.chats.get(CHAT, { fetchOptions: { cache: 'default', credentials: 'include' } });
    expect(calls[0]?.[1]).toMatchObject({
      ...{ dispatcher, cache: 'default', credentials: 'include' },
      ...{ method: 'GET', redirect: 'manual' },
    });
    expect(Object(calls[0]?.[1]).dispatcher).toBe(dispatcher);
    await client.chats.get(CHAT);
    expect(calls[1]?.[1]).toMatchObject({ dispatcher, cache: 'no-store' });
  });
});

describe('a value thrown by fetch', () => {
  /** A response from another library, which has no `message` either. */
  class Answer {
    status = 418;
  }

  it.each([
    ['a response', chat, 'fetch threw Response 200'],
    ['an instance of a class', () => new Answer(), 'fetch threw Answer 418'],
    ['an object', () => ({}), 'fetch threw Object'],
    ['a text', () => 'no route', 'no route'],
    ['an error response', () => Response.error(), 'fetch threw Response'],
    ['an object without a class', () => Object.create(null), 'fetch threw an object'],
    ['an object whose message is an object', () => ({ message: {} }), 'fetch threw Object'],
    ['an error without a message', () => new RangeError(), 'fetch threw RangeError'],
    ['an empty text', () => '', 'fetch threw nothing'],
    ['nothing', () => undefined, 'fetch threw undefined'],
    ['null', () => null, 'fetch threw null'],
    ['a number', () => 0, 'fetch threw 0'],
    ['a function', () => Response, 'fetch threw Function'],
  ])('is described: %s', async (_, make, said) => {
    const { client } = scriptService([() => Promise.reject(make())], { maxRetries: 0 });
    await expect(client.chats.get(CHAT)).rejects.toMatchObject({
      kind: 'connection',
      message: `GET /api/v1/chats/{chat_id}: the connection to service.test failed: ${said}`,
    });
  });
});

it('an answer without a stream can be read as a whole, and reports what is missing for a turn', async () => {
  const fetch: Fetch = async () => ({
    ...{ ok: true, status: 200, statusText: 'OK', url: '', body: undefined },
    headers: new Headers({ 'content-type': 'text/event-stream' }),
    text: async () => `{"data":{"id":"${CHAT}"}}`,
  });
  const client = createClient({ baseUrl, token: TOKEN, fetch, maxRetries: 0 });
  expect(await client.chats.get(CHAT)).toEqual({ id: CHAT });
  await expect(client.turns.stream(CHAT, { content: '' }).final()).rejects.toMatchObject({
    kind: 'invalid-response',
    message: expect.stringMatching(/: expected text\/event-stream, not an answer without a stream$/),
  });
});
