import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { HttpAnswer } from '../../../src/reference/http/exchange.ts';
import { LogLines, openStream, sendBytes, serve } from './serving.ts';

const TOKEN = 'tok-0123456789abcdef';
const answer: HttpAnswer = { status: 200, body: {}, logged: { credential: 'main' } };
const stream: HttpAnswer = {
  status: 200,
  logged: { credential: 'main' },
  open(sink) {
    sink.send({ type: 'ping', data: { ts: 1 } });
    sink.end();
  },
};

const get = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`;

/** Standard output on a full disk: every write fails, and the next one is tried again. */
class FullDisk extends EventEmitter {
  attempts = 0;

  write(): boolean {
    this.attempts += 1;
    process.nextTick(() => this.emit('error', Object.assign(new Error('no space'), { code: 'ENOSPC' })));
    return false;
  }
}

async function logged(exchange: () => HttpAnswer, bytes: string): Promise<LogLines> {
  const log = new LogLines();
  await sendBytes(await serve({ exchange, log: 'json', logTo: log }), bytes);
  return log;
}

describe('the log', () => {
  it('has one line per answer, with the route and without the query', async () => {
    const log = await logged(() => answer, get('/api/v1/chats/7?name=private'));
    expect(log.all).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        request_id: expect.stringMatching(/^[\da-f-]{36}$/),
        method: 'GET',
        route: '/api/v1/chats/{chat_id}',
        status: 200,
        ms: expect.any(Number),
        credential: 'main',
        msg: 'answered',
      },
    ]);
  });

  it('has the ids of the caller, cut and without what a terminal would execute', async () => {
    const log = new LogLines();
    const url = await serve({ exchange: () => answer, log: 'json', logTo: log });
    const ids = `X-Request-Id: a"\x9b31m\xe9${'b'.repeat(500)}\r\nTraceparent: 00-c-d-01\r\nConnection: close`;
    await sendBytes(url, Buffer.from(get('/api/v1/chats').replace('Connection: close', ids), 'latin1'));
    expect(log.all).toMatchObject([{ x_request_id: `a"?31m?${'b'.repeat(121)}`, traceparent: '00-c-d-01' }]);
  });

  it('has one line for the start of a stream and one for its end', async () => {
    const log = new LogLines();
    const url = await serve({ exchange: () => stream, log: 'json', logTo: log });
    await (await openStream(url)).text();
    const about = { route: '/api/v1/chats/{chat_id}/messages/stream', status: 200, credential: 'main' };
    expect(log.all).toMatchObject([
      { ...about, msg: 'stream opened' },
      { ...about, msg: 'stream over', end: 'ended', events: 1 },
    ]);
    expect(new Set(log.all.map((line) => line.request_id)).size).toBe(1);
  });

  it.each([
    [
      'a refused route',
      get('/nope?token=tok-0123456789abcdef'),
      { route: '/nope', status: 404, failure: 'api_v1_unknown_route' },
    ],
    ['a refused path', get('/api/v1/chats/%zz'), { route: '/api/v1/chats/%zz', status: 400 }],
    ['a long path', get(`/${'a'.repeat(5000)}`), { route: `/${'a'.repeat(199)}`, status: 404 }],
    [
      'a body that is too large',
      `POST /api/v1/chats HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 9999999\r\n\r\n`,
      { route: '/api/v1/chats', status: 413, failure: 'api_v1_payload_too_large' },
    ],
    ['bytes that are not a request', `hello Bearer ${TOKEN}\r\n\r\n`, { status: 400, msg: 'refused' }],
  ])('has one line for %s', async (_what, bytes, line) => {
    const log = await logged(() => answer, bytes);
    expect(log.all).toMatchObject([line]);
  });

  it('never contains a token, even if the error of a defect does', async () => {
    const log = await logged(
      () => {
        throw Object.assign(new Error(`no use of Authorization: Bearer ${TOKEN} and x-api-key: ${TOKEN}`), {
          request: { token: TOKEN },
          headers: { a: TOKEN },
        });
      },
      get(`/api/v1/chats?token=${TOKEN}`),
    );
    expect(log.all.map(({ msg }) => msg)).toEqual(['failed', 'answered']);
    expect(log.lines.join('')).not.toContain(TOKEN);
    expect(log.lines.join('')).toContain('Bearer [redacted]');
  });

  it('has no terminal control characters', async () => {
    const log = new LogLines();
    const exchange = () => {
      throw new Error('\u001b[31m \u009b31m \u0007');
    };
    const url = await serve({ exchange, log: 'pretty', logTo: log });
    await sendBytes(url, Buffer.from(get('/a\x9b31m\xe9'), 'latin1'));
    await sendBytes(url, get('/api/v1/chats'));
    expect(log.lines.join('')).toContain('?[31m ?31m ?');
    expect(log.lines.join('')).not.toMatch(/[^\n -~]/);
  });

  it('has a human-readable format', async () => {
    const log = new LogLines();
    const url = await serve({ exchange: () => answer, log: 'pretty', logTo: log });
    await sendBytes(url, get('/api/v1/chats'));
    expect(log.lines).toHaveLength(1);
    expect(log.lines[0]).toMatch(
      /^\[[\d:.]+\] INFO: answered GET \/api\/v1\/chats 200 [\d.]+ ms \{"request_id":"[\da-f-]{36}","credential":"main"\}\n$/,
    );
  });

  it.each(['json', 'pretty'] as const)(
    'may fail to be written as %s without affecting requests',
    async (format) => {
      const full = new FullDisk();
      const url = await serve({ exchange: () => answer, log: format, logTo: full });
      for (const attempt of [1, 2, 3]) {
        expect((await sendBytes(url, get('/api/v1/chats'))).status, `attempt ${attempt}`).toBe(200);
      }
      const throwing = {
        write() {
          throw new Error('no space');
        },
      };
      const other = await serve({ exchange: () => answer, log: format, logTo: throwing });
      expect((await sendBytes(other, get('/api/v1/chats'))).status).toBe(200);
      expect(full.attempts).toBe(3);
    },
  );

  it('is empty when it is switched off', async () => {
    const log = new LogLines();
    const url = await serve({ log: 'none', logTo: log });
    await sendBytes(url, get('/api/v1/chats'));
    await sendBytes(url, 'hello\r\n\r\n');
    expect(log.lines).toEqual([]);
  });
});
