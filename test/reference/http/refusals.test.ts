import { describe, expect, it } from 'vitest';
import { matchesContract } from '../../../generated/validators.js';
import { connectTo, LogLines, type RawAnswer, readToEnd, sendBytes, serve } from './serving.ts';

const CLOSE = 'Host: a\r\nConnection: close\r\n';
const CHAT = '/api/v1/chats/00000000-0000-4000-8000-000000000001';

const request = (line: string, headers = '', body = '') =>
  `${line} HTTP/1.1\r\n${CLOSE}${headers}\r\n${body}`;

function expectFailure(answer: RawAnswer, status: number, code: string): void {
  const body = JSON.parse(answer.body);
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['content-length']).toBe(String(answer.body.length));
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(matchesContract.FailureResponse(body), answer.body).toBe(true);
  expect(body).toMatchObject({ status: 'error', message_code: code });
  expect(body.meta.request_id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
}

const INVALID = [400, 'api_v1_invalid_request'] as const;
const UNKNOWN = [404, 'api_v1_unknown_route'] as const;
const WRONG_METHOD = [405, 'api_v1_method_not_allowed'] as const;
const TOO_LARGE = [413, 'api_v1_payload_too_large'] as const;
const HEADERS = [431, 'api_v1_headers_too_large'] as const;

const REFUSED: [what: string, bytes: string | Buffer, answer: readonly [status: number, code: string]][] = [
  ['a path that nothing is served at', request('GET /nope'), UNKNOWN],
  ['a path with an empty id', request('GET /api/v1/chats/'), UNKNOWN],
  ['a path with an empty id and another method', request('POST /api/v1/chats/'), UNKNOWN],
  ['a path with a doubled slash', request('GET //api/v1/chats'), UNKNOWN],
  ['a path in capitals', request('GET /API/V1/CHATS'), UNKNOWN],
  ['an unknown path with an unreadable body', request('POST /nope', 'Content-Length: 9999999\r\n'), UNKNOWN],
  ['an unknown method at an unknown path', request('PROPFIND /nope'), UNKNOWN],
  ['PUT', request('PUT /api/v1/chats'), WRONG_METHOD],
  ['OPTIONS', request('OPTIONS /api/v1/chats'), WRONG_METHOD],
  ['TRACE', request('TRACE /api/v1/chats'), WRONG_METHOD],
  ['QUERY', request('QUERY /api/v1/chats'), WRONG_METHOD],
  ['PROPFIND', request('PROPFIND /api/v1/chats'), WRONG_METHOD],
  ['CONNECT', request('CONNECT example.com:443'), WRONG_METHOD],
  ['bad percent-encoding', request('GET /api/v1/chats/%zz'), INVALID],
  ['a cut percent-encoding', request('GET /api/v1/chats/a%'), INVALID],
  ['an encoded lone surrogate', request('GET /api/v1/chats/%ED%A0%80'), INVALID],
  ['an encoded overlong character', request('GET /api/v1/chats/%C0%AF'), INVALID],
  ['an encoded NUL', request('GET /api/v1/chats/%00'), INVALID],
  ['an encoded line end', request('GET /api/v1/chats/a%0d%0ab'), INVALID],
  ['a bare NUL in the path', request('GET /api/v1/\0'), INVALID],
  ['OPTIONS of the server as a whole', request('OPTIONS *'), UNKNOWN],
  ['a missing Host', 'GET /api/v1/chats HTTP/1.1\r\n\r\n', INVALID],
  ['no HTTP at all', 'hello\r\n\r\n', INVALID],
  ['a TLS handshake', Buffer.from('16030100a5010000a10303', 'hex'), INVALID],
  ['another version', 'GET / HTTP/9.9\r\n\r\n', INVALID],
  ['a header without a colon', request('GET /api/v1/chats', 'nonsense\r\n'), INVALID],
  ['a NUL in a header', request('GET /api/v1/chats', 'Authorization: Bearer \0\r\n'), INVALID],
  ['a folded header', request('GET /api/v1/chats', 'A: b\r\n c\r\n'), INVALID],
  ['a length that is no number', request('POST /api/v1/chats', 'Content-Length: x\r\n'), INVALID],
  ['two lengths', request('POST /api/v1/chats', 'Content-Length: 1\r\nContent-Length: 2\r\n', '{}'), INVALID],
  [
    'a length beside chunks',
    request('POST /api/v1/chats', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    INVALID,
  ],
  [
    'a chunk size that is no number',
    request('POST /api/v1/chats', 'Transfer-Encoding: chunked\r\n', 'zz\r\n'),
    INVALID,
  ],
  [
    'endless extensions of a chunk',
    request('POST /api/v1/chats', 'Transfer-Encoding: chunked\r\n', `1;a=${'b'.repeat(20_000)}\r\n`),
    TOO_LARGE,
  ],
  ['a length above the limit', request('POST /api/v1/chats', 'Content-Length: 1048577\r\n'), TOO_LARGE],
  [
    'chunks above the limit',
    request(
      'POST /api/v1/chats',
      'Transfer-Encoding: chunked\r\n',
      `100001\r\n${' '.repeat(0x100001)}\r\n0\r\n\r\n`,
    ),
    TOO_LARGE,
  ],
  [
    'a body above the limit where none is taken',
    request(`DELETE ${CHAT}`, 'Content-Length: 1048577\r\n'),
    TOO_LARGE,
  ],
  ['headers above the limit', request('GET /api/v1/chats', `A: ${'b'.repeat(20_000)}\r\n`), HEADERS],
  ['endless headers', request('GET /api/v1/chats', 'A: b\r\n'.repeat(500_000)), HEADERS],
  ['a path above the limit', request(`GET /${'a'.repeat(20_000)}`), HEADERS],
];

describe('an invalid HTTP request is answered with a failure from the contract', () => {
  it.each(REFUSED)('%s', async (_what, bytes, [status, code]) => {
    const url = await serve({
      exchange: () => {
        throw new Error('a refused request was carried out');
      },
    });
    expectFailure(await sendBytes(url, bytes), status, code);
  });

  it('lists the methods of the path', async () => {
    const url = await serve();
    const { headers, body } = await sendBytes(url, request(`PUT ${CHAT}`));
    expect(headers.allow).toBe('GET, PATCH, DELETE');
    expect(JSON.parse(body).message).toContain('GET or PATCH or DELETE');
  });

  it('answers HEAD with the status alone', async () => {
    const url = await serve();
    expect(await sendBytes(url, request('HEAD /api/v1/chats'))).toMatchObject({ status: 405, body: '' });
  });
});

describe('a request that is late', () => {
  const limits = { headersTimeout: 50, requestTimeout: 50 };

  it.each([
    ['no byte', ''],
    ['half of its headers', 'GET /api/v1/chats HTTP/1.1\r\nHos'],
    ['half of its body', 'POST /api/v1/chats HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{}'],
  ])('is answered with 408 after %s', async (_what, bytes) => {
    const url = await serve({ limits });
    expectFailure(await sendBytes(url, bytes), 408, 'api_v1_request_timeout');
  });

  it('is not executed when the rest arrives later', async () => {
    let carriedOut = false;
    const exchange = () => {
      carriedOut = true;
      return { status: 200, body: {} };
    };
    const url = await serve({ limits, exchange });
    const socket = connectTo(url);
    socket.write('POST /api/v1/chats HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{');
    socket.once('data', () => socket.write('}'));
    socket.on('error', () => {});
    await new Promise((resolve) => socket.once('close', resolve));
    expect(carriedOut).toBe(false);
  });
});

it('answers a client that sends its whole body before reading, however large', async () => {
  const url = await serve();
  const body = Buffer.alloc(20 * 1024 * 1024, ' ');
  const response = await fetch(`${url}/api/v1/chats`, { method: 'POST', body });
  expect(response.status).toBe(413);
});

it('lets a client that keeps sending read the refusal', async () => {
  const socket = connectTo(await serve({ limits: { lingerTimeout: 600_000 } })).pause();
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.write(request('GET /api/v1/chats', 'A: b\r\n'.repeat(4_000_000)), () => resolve());
  });
  socket.end();
  expectFailure(await readToEnd(socket), ...HEADERS);
});

it('does not wait forever for a client that keeps sending', async () => {
  const socket = connectTo(await serve({ limits: { lingerTimeout: 20 } }));
  socket.on('error', () => {});
  socket.write('hello\r\n\r\n');
  await new Promise((resolve) => {
    socket.once('close', resolve).resume();
    const sendOn = () => socket.destroyed || socket.write('hello', () => setImmediate(sendOn));
    sendOn();
  });
});

it('never writes a refusal into an open stream', async () => {
  const url = await serve({ exchange: () => ({ status: 200, open: () => {} }) });
  const socket = connectTo(url);
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => {
    if (!received) socket.write('\0\0\0\0');
    received += text;
  });
  socket.on('error', () => {});
  socket.write('POST /api/v1/chats/1/messages/stream HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n');
  await new Promise((resolve) => socket.once('close', resolve));
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^{]*\r\n\r\n$/);
});

it('keeps serving after a client aborted an upload', async () => {
  const log = new LogLines();
  const url = await serve({ log: 'json', logTo: log });
  const socket = connectTo(url);
  socket.write('POST /api/v1/chats HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{}', () =>
    socket.destroy(),
  );
  expect(await log.line('client gone before the answer')).toMatchObject({ route: '/api/v1/chats' });
  expect((await fetch(`${url}/api/v1/chats`)).status).toBe(200);
});
