import { describe, expect, it } from 'vitest';
import { createRelayClient } from '../../src/client/relay.ts';
import { CHAT } from './harness/wire.ts';

const PAGE = '<!doctype html><title>Sign in</title>';

/** A page whose relay, or what is in front of it, gives this answer. */
function open(...[body, init]: ConstructorParameters<typeof Response>) {
  return createRelayClient({
    url: 'https://site.test/api/relay',
    maxRetries: 0,
    fetch: async () => new Response(body, init),
  });
}

const html = (status: number) => ({ status, headers: { 'content-type': 'text/html; charset=utf-8' } });

describe('what is not from the relay is a ConversationApiError:', () => {
  it.each([
    ['the page of a proxy', PAGE, html(502), 'unknown', 502, '502: a web page (text/html; charset=utf-8)'],
    [
      'the page of an unknown path',
      PAGE,
      html(404),
      'unknown',
      404,
      '404: a web page (text/html; charset=utf-8)',
    ],
    [
      'a page to sign in',
      PAGE,
      html(200),
      'invalid-response',
      200,
      'the answer is not from the relay: a web page (text/html; charset=utf-8)',
    ],
    [
      'a page that asks to sign in',
      PAGE,
      html(401),
      'unauthenticated',
      401,
      '401: a web page (text/html; charset=utf-8)',
    ],
    ['a redirect', null, { status: 302 }, 'invalid-response', 302, 'the relay redirects the request'],
    [
      'a limit of the framework',
      '{"statusCode":413,"message":"Too large"}',
      { status: 413 },
      'request-too-large',
      413,
      '413: Too large',
    ],
    ['a text', 'Bad gateway', { status: 504 }, 'unknown', 504, '504: Bad gateway'],
    [
      'nothing',
      null,
      { status: 200 },
      'invalid-response',
      200,
      'the answer is not from the relay: no content-type',
    ],
  ])('%s', async (_, body, init, kind, status, problem) => {
    const facts = { name: 'ConversationApiError', kind, status, message: `POST /api/relay: ${problem}` };
    await expect(open(body, init).stream(CHAT, { content: '' }).final()).rejects.toMatchObject(facts);
    await expect(open(body, init).interactions.cancelTurn(CHAT, {})).rejects.toMatchObject(facts);
  });

  it('JSON without data, as the answer to an interaction', async () => {
    const { interactions } = open('{}', { headers: { 'content-type': 'application/json' } });
    await expect(interactions.cancelTurn(CHAT, {})).rejects.toMatchObject({ kind: 'invalid-response' });
  });
});

it('can be created where a relative URL has no base, and fails when it is used', async () => {
  const { stream, interactions } = createRelayClient({ url: '/api/relay' });
  expect(() => stream(CHAT, { content: '' })).toThrow(TypeError);
  await expect(interactions.cancelTurn(CHAT, {})).rejects.toThrow(TypeError);
});

it('gives the answer to an interaction with its request id', async () => {
  const body = JSON.stringify({ data: { chat_id: CHAT, cancelled: true }, meta: { request_id: 'r1' } });
  const { interactions } = open(body, { headers: { 'content-type': 'application/json' } });
  const { data, response, requestId } = await interactions.cancelTurn(CHAT, {}).withResponse();
  expect([data.cancelled, response.status, requestId]).toEqual([true, 200, 'r1']);
});
