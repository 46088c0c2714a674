import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../src/client/index.ts';
import { listen } from '../../src/loopback/index.ts';
import { CHAT } from './harness/wire.ts';

const PAGE = 'text/html; charset=utf-8';
const TURN = { content: 'When do we open?', permission_mode: 'auto' } as const;

/** The web server answers every path with this. */
const answer = { status: 200, type: PAGE as string | undefined, body: '<!doctype html><title>Shop</title>' };
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(answer.status, answer.type === undefined ? {} : { 'content-type': answer.type });
  response.end(answer.body);
});
let baseUrl: string;
let client: Client;

beforeAll(async () => {
  baseUrl = (await listen(server, '127.0.0.1', 0)).url;
  client = createClient({ baseUrl, token: 'token-of-the-back-office', maxRetries: 0 });
});

afterAll(() => void server.close());

const calls: [string, string, () => Promise<unknown>][] = [
  ['a call', '/chats', () => client.chats.list()],
  ['a turn', `/chats/${CHAT}/messages`, () => client.turns.send(CHAT, TURN)],
  ['a stream', `/chats/${CHAT}/messages/stream`, () => client.turns.stream(CHAT, TURN).final()],
];

describe.each(calls)('%s to something other than the service', (name, path, call) => {
  const found = (what: string) => `${what} from ${baseUrl}/api/v1${path}`;

  it.each([
    [200, PAGE, `a web page (${PAGE})`, '; check baseUrl'],
    [200, 'text/plain', 'text/plain', ''],
    [200, undefined, 'no content-type', ''],
    [200, `text/${'x'.repeat(10_000)}`, `text/${'x'.repeat(94)}`, ''],
  ])('names what answered instead: %i, %s', async (status, type, what, remedy) => {
    Object.assign(answer, { status, type });
    const problem =
      name === 'a stream' ? 'expected text/event-stream, not' : 'the answer does not match the contract:';
    await expect(call()).rejects.toMatchObject({ kind: 'invalid-response' });
    await expect(call()).rejects.toThrow(`: ${problem} ${found(what)}${remedy}`);
  });

  it.each([404, 405])('names the page that arrived with %i', async (status) => {
    Object.assign(answer, { status, type: PAGE });
    await expect(call()).rejects.toMatchObject({ kind: 'unknown', status });
    await expect(call()).rejects.toThrow(`: ${status}: ${found(`a web page (${PAGE})`)}; check baseUrl`);
  });

  it('keeps the text from a gateway', async () => {
    Object.assign(answer, { status: 502, type: PAGE });
    await expect(call()).rejects.toThrow(': 502: <!doctype html><title>Shop</title>');
  });
});

it('names the scheme of an address that does not speak TLS', async () => {
  const { chats } = createClient({ baseUrl: baseUrl.replace('http', 'https'), token: 'x', maxRetries: 0 });
  await expect(chats.list()).rejects.toThrow(
    /: the connection to 127\.0\.0\.1:\d+ failed: .*; try http:\/\/$/,
  );
});
