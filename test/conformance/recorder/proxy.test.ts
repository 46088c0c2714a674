import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { findPort } from '../../find-port.ts';
import { flood } from '../run/raw-target.ts';
import {
  type Answer,
  afterwards,
  openBehind,
  openRecorder,
  openTarget,
  portOf,
  readRecordings,
} from './open-recorder.ts';

/** More than the buffers of the system and of Node hold. */
const MOST_IN_BUFFERS = 32 * 1024 * 1024;

/** Sends raw bytes. @returns the socket, and everything that arrives until the other side closes */
function send(port: number, text: string | Uint8Array) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text);
  const pieces: Buffer[] = [];
  socket.on('data', (piece) => pieces.push(piece));
  const closed = once(socket, 'close').then(() => Buffer.concat(pieces));
  afterwards(() => socket.destroy());
  return { socket, closed };
}

const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`;

const fine: Answer = (socket) => void socket.end('HTTP/1.1 204 Fine\r\n\r\n');

/** Sends a request. @returns the whole answer as text */
const ask = async ({ port }: { readonly port: number }, text: string) =>
  (await send(port, text).closed).toString();

/** The next bytes that arrive, as text. */
async function next(socket: Socket): Promise<string> {
  const [bytes] = await once(socket, 'data');
  return bytes.toString('latin1');
}

describe('forwarded traffic', () => {
  it('arrives before the target sends more', async () => {
    let stream: Socket | undefined;
    const { recorder } = await openBehind((socket) => {
      stream = socket;
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n',
      );
    });
    const client = send(recorder.port, get('/api/v1/stream'));
    expect(await next(client.socket)).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Type: text\/event-stream\r\n/);
    for (const event of ['event: a\ndata: {}\n\n', 'event: b\n', 'data: {}\n\n']) {
      stream?.write(`${event.length.toString(16)}\r\n${event}\r\n`);
      expect(await next(client.socket)).toContain(event);
    }
    stream?.write('0\r\n\r\n');
    await client.closed;
    const [recording] = await recorder.finish();
    expect(recording).toMatchObject({
      chunks: ['event: a\ndata: {}\n\n', 'event: b\n', 'data: {}\n\n'],
      end: 'server',
    });
  });

  it('is the same with and without the recorder, except for connection headers', async () => {
    const body = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
    const target = await openTarget((socket) => {
      socket.write(
        'HTTP/1.1 201 Made it\r\nX-Twice: a\r\nSet-Cookie: a=1\r\nx-TWICE: b\r\nSet-Cookie: b=2\r\n' +
          `Connection: close, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=9\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      socket.end(body);
    });
    const recorder = await openRecorder(`${target.url}/base/`);
    const answer = await send(
      recorder.port,
      get('/api/v1/x?a=%20b', 'X-Odd-Case: yes\r\nTE: trailers\r\nAccept-Encoding: gzip\r\n'),
    ).closed;
    const [request] = target.requests;
    expect(request?.head.split('\r\n')).toEqual([
      'GET /base/api/v1/x?a=%20b HTTP/1.1',
      `Host: ${new URL(target.url).host}`,
      'X-Odd-Case: yes',
      'Accept-Encoding: gzip',
      expect.stringMatching(/^Via: 1\.1 conversation-api-\w+$/),
      'Connection: close',
    ]);
    const end = answer.indexOf('\r\n\r\n');
    expect(answer.subarray(end + 4)).toEqual(body);
    expect(answer.subarray(0, end).toString().split('\r\n')).toEqual([
      'HTTP/1.1 201 Made it',
      'X-Twice: a',
      'Set-Cookie: a=1',
      'x-TWICE: b',
      'Set-Cookie: b=2',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ]);
  });

  it.each([
    ['of an empty response', 'Content-Length: 0\r\n\r\n', ''],
    ['of a response whose body comes later', 'Content-Length: 1\r\n\r\n', 'x'],
    ['of a response without a body', 'Content-Length: 1\r\n\r\n', '', 'HEAD'],
  ])(
    'keeps each byte of the headers %s, and so does the recording',
    async (_, rest, body, method = 'GET') => {
      const { recorder } = await openBehind((socket, { head }) => {
        socket.write(
          `HTTP/1.1 200 Grand caf\xe9\r\nX-Back: ${/X-Name: (.*)/.exec(head)?.[1]}\r\n${rest}`,
          'latin1',
        );
        setImmediate(() => socket.end(body));
      });
      const answer = await send(
        recorder.port,
        Buffer.from(get('/x', 'X-Name: caf\xe9 \xff\r\n').replace('GET', method), 'latin1'),
      ).closed;
      expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 200 Grand caf\xe9\r\nX-Back: caf\xe9 \xff\r\n/);
      const [recording] = await recorder.finish();
      expect([recording?.request?.headers['x-name'], recording?.response?.headers['x-back']]).toEqual([
        'caf\xe9 \xff',
        'caf\xe9 \xff',
      ]);
    },
  );

  it.each([
    ['with a length', 'Content-Length: 11\r\n', 'Hello there', 'Content-Length: 11'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n', '5\r\nHello\r\n0\r\n\r\n', 'Transfer-Encoding: chunked'],
    ['without any', '', '', 'Content-Length: 0'],
  ])('can be a request %s', async (_how, headers, body, expected) => {
    const seen: string[] = [];
    const server = createServer((incoming, response) => {
      let text = '';
      incoming.on('data', (piece) => {
        text += piece;
      });
      incoming.on('end', () => {
        seen.push(incoming.rawHeaders.join(': '), text);
        response.end();
      });
    });
    const recorder = await openRecorder(`http://127.0.0.1:${await portOf(server)}`);
    await send(
      recorder.port,
      `POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${headers}\r\n${body}`,
    ).closed;
    await recorder.stop();
    const plain = body === '' ? '' : body.includes('\r\n') ? 'Hello' : body;
    expect(seen).toEqual([expect.stringContaining(expected), plain]);
    expect(readRecordings(recorder.output)[0]?.requestBody).toBe(plain);
  });

  it('can be a redirect, which the recorder does not follow', async () => {
    const { target, recorder } = await openBehind((socket) =>
      socket.end('HTTP/1.1 307 Elsewhere\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'),
    );
    const answer = await ask(recorder, get('/api/v1/chats'));
    expect(answer.toString()).toContain('307 Elsewhere\r\nLocation: http://127.0.0.1:1/');
    expect(target.requests).toHaveLength(1);
  });

  it('waits until the target asks for the body, if the client waits for that', async () => {
    const server = createServer();
    const waiting = once(server, 'checkContinue') as Promise<[IncomingMessage, ServerResponse]>;
    const recorder = await openRecorder(`http://127.0.0.1:${await portOf(server)}`);
    const client = request({
      port: recorder.port,
      method: 'POST',
      headers: { expect: '100-continue', 'content-length': 2 },
      agent: false,
    });
    client.flushHeaders();
    let isContinued = false;
    const continued = once(client, 'continue').then(() => {
      isContinued = true;
    });
    const [incoming, response] = await waiting;
    expect(isContinued).toBe(false);
    response.writeContinue();
    await continued;
    client.end('hi');
    expect((await once(incoming, 'data')).toString()).toBe('hi');
    response.end('done');
    const [answer] = (await once(client, 'response')) as [IncomingMessage];
    expect((await once(answer, 'data')).toString()).toBe('done');
  });

  it('arrives no faster than the client reads it', async () => {
    let written = 0;
    const piece = Buffer.alloc(64 * 1024, ': noise\n');
    const { recorder } = await openBehind((socket, { path }) => {
      if (path !== '/api/v1/flood') {
        socket.end('HTTP/1.1 204 Fine\r\n\r\n');
        return;
      }
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n');
      const more = () => {
        do written += piece.length;
        while (socket.write(piece) && written < 2 * MOST_IN_BUFFERS);
      };
      socket.on('drain', () => written < 2 * MOST_IN_BUFFERS && more());
      more();
    });
    const client = connect(recorder.port, '127.0.0.1').pause();
    afterwards(() => client.destroy());
    client.write(get('/api/v1/flood'));
    // These exchanges give the flood enough time to rise.
    for (let turn = 0; turn < 200; turn += 1) await ask(recorder, get('/api/v1/other'));
    expect(written).toBeGreaterThan(piece.length);
    expect(written).toBeLessThan(MOST_IN_BUFFERS);
  });
});

describe('a connection that a client keeps', () => {
  const REQUEST = 'GET /api/v1/chats HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const reply = (socket: Socket) => socket.write('HTTP/1.1 200 Fine\r\nContent-Length: 2\r\n\r\n{}');

  /** A target that answers as often as it is told on each connection, and then closes it without a response. */
  async function openKeeping(answers: number) {
    const used = new Map<Socket, number>();
    const behind = await openBehind((socket) => {
      const times = used.get(socket) ?? 0;
      used.set(socket, times + 1);
      if (times < answers) reply(socket);
      else socket.destroy();
    });
    return { ...behind, connections: used };
  }

  it('has its own to the target, which ends with it', async () => {
    const { recorder, connections } = await openKeeping(3);
    const clients = [send(recorder.port, ''), send(recorder.port, '')] as const;
    for (const { socket } of [...clients, ...clients, ...clients]) {
      socket.write(REQUEST);
      expect(await next(socket)).toMatch(/^HTTP\/1\.1 200 Fine\r\n/);
    }
    expect([...connections.values()]).toEqual([3, 3]);
    const closed = Array.from(connections.keys(), (socket) => once(socket, 'close'));
    for (const { socket } of clients) socket.destroy();
    await Promise.all(closed);
  });

  it('closes without a response if the target does so, which is no outage', async () => {
    const { recorder, target } = await openKeeping(1);
    const client = send(recorder.port, REQUEST);
    await next(client.socket);
    client.socket.write(REQUEST);
    expect((await client.closed).toString()).toMatch(/^HTTP\/1\.1 200 Fine\r\n(?:(?!HTTP)[\s\S])*$/);
    expect(await ask(recorder, get('/api/v1/chats'))).toMatch(/^HTTP\/1\.1 200 Fine\r\n/);
    expect(target.requests).toHaveLength(3);
    expect(recorder.outages).toEqual([]);
    const recordings = await recorder.finish();
    expect(recordings.map(({ end, response }) => [end, response?.status])).toEqual([
      ['server', 200],
      ['error', undefined],
      ['server', 200],
    ]);
  });

  it.each([
    ['a head that is not HTTP', 'SSH-2.0-server\r\n'],
    ['a status that no response can have', 'HTTP/1.1 007 Fine\r\nContent-Length: 0\r\n\r\n'],
  ])('that is used again does not hide %s', async (_, second) => {
    const used = new Set<Socket>();
    const { recorder } = await openBehind((socket) => {
      if (used.has(socket)) socket.write(second);
      else reply(socket);
      used.add(socket);
    });
    const client = send(recorder.port, REQUEST);
    await next(client.socket);
    client.socket.write(REQUEST);
    expect((await client.closed).toString()).toMatch(
      /HTTP\/1\.1 502 [\s\S]*conversation-api record: the target sent/,
    );
    expect(recorder.outages).toHaveLength(1);
  });
});

describe('a connection that closes early', () => {
  it('by the client is closed to the target too, and the recording says so', async () => {
    let gone: Promise<unknown> | undefined;
    const { recorder } = await openBehind((socket) => {
      gone = once(socket, 'close');
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: ping\n');
    });
    const client = send(recorder.port, get('/api/v1/stream'));
    for (let text = ''; !text.includes('event: ping'); ) text += await next(client.socket);
    client.socket.destroy();
    await gone;
    expect(await recorder.finish()).toMatchObject([{ body: 'event: ping\n', end: 'client' }]);
  });

  it('by the client before a response is closed to the silent target too', async () => {
    let arrived = () => {};
    const asked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let gone: Promise<unknown> | undefined;
    const { recorder } = await openBehind((socket) => {
      gone = once(socket, 'close');
      arrived();
    });
    const client = send(recorder.port, get('/api/v1/chats'));
    await asked;
    client.socket.destroy();
    await gone;
    expect(await recorder.finish()).toMatchObject([{ response: undefined, end: 'client' }]);
  });

  it.each([
    ['in the middle of a body', 'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nabc', false],
    ['in the middle of chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n', false],
    ['with a reset, in a body without length', 'HTTP/1.1 200 OK\r\n\r\nabc', true],
  ])('by the target is visible to the client, %s', async (_when, answer, isReset) => {
    let upstream: Socket | undefined;
    const { recorder } = await openBehind((socket) => {
      upstream = socket;
      socket.write(answer);
    });
    const client = send(recorder.port, get('/api/v1/chats'));
    for (let text = ''; !text.includes('abc'); ) text += await next(client.socket);
    if (isReset) upstream?.resetAndDestroy();
    else upstream?.destroy();
    const received = (await client.closed).toString();
    expect(received.endsWith('0\r\n\r\n')).toBe(false);
    expect(await recorder.finish()).toMatchObject([{ body: 'abc', end: 'error' }]);
  });

  it.each<[string, Answer, RegExp]>([
    ['closes without an answer', (socket) => socket.destroy(), /no complete response|without a response/],
    [
      'sends bytes that are not HTTP',
      (socket) => socket.end('nonsense\r\n\r\n'),
      /no complete response \(HPE_/,
    ],
    [
      'never ends its headers',
      (socket) => flood(socket, Buffer.alloc(4096, 'x-a: b\r\n')),
      /no complete response \(HPE_|invalid HTTP response/,
    ],
    [
      'has one endless header',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nx: ');
        flood(socket, Buffer.alloc(4096, 'a'));
      },
      /HPE_HEADER_OVERFLOW/,
    ],
    [
      'changes the protocol',
      (socket) => socket.write('HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      /./,
    ],
  ])('becomes a 502 if the target %s', async (_what, answer, reason) => {
    const { recorder } = await openBehind((socket, request) => {
      socket.on('error', () => {});
      answer(socket, request);
    });
    const received = await ask(recorder, get('/api/v1/chats'));
    expect(received).toMatch(/^HTTP\/1\.1 502 /);
    expect(received).toContain('conversation-api record: ');
    expect(recorder.outages.join()).toMatch(reason);
    const { judgement } = await recorder.stop();
    expect(readRecordings(recorder.output)).toMatchObject([{ response: undefined, end: 'error' }]);
    expect([...judgement.rows.values()].some(({ violations }) => violations > 0)).toBe(false);
  });

  it('becomes a 502 if the target never completes the TLS handshake', async () => {
    const target = createTcpServer((socket) => socket.on('error', () => {}).resume());
    const limits = { connectMilliseconds: 50 };
    const recorder = await openRecorder(`https://127.0.0.1:${await portOf(target)}`, { limits });
    const received = await ask(recorder, get('/api/v1/chats'));
    expect(received).toMatch(/^HTTP\/1\.1 502 /);
    expect(recorder.outages.join()).toContain('it was not connected within 0.05 seconds');
  });

  it('forwards a response that comes before the end of the request', async () => {
    const server = createServer((incoming, response) => {
      incoming.once('data', () => response.writeHead(413, { 'content-length': 2 }).end('no'));
    });
    const recorder = await openRecorder(`http://127.0.0.1:${await portOf(server)}`);
    const client = send(
      recorder.port,
      'POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999\r\n\r\nbeginning',
    );
    let text = '';
    while (!text.endsWith('no')) text += await next(client.socket);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    expect(await recorder.finish()).toMatchObject([
      { requestBody: '', body: 'no', end: 'server', cut: 'the response came before the end of the request' },
    ]);
  });
});

describe('a refused request', () => {
  it('is one that loops back to the recorder', async () => {
    const port = await findPort();
    const recorder = await openRecorder(`http://127.0.0.1:${port}`, { port });
    const answer = await ask(recorder, get('/api/v1/chats'));
    expect(answer).toMatch(/^HTTP\/1\.1 508 /);
    expect(answer).toContain('the target is this recorder itself');
  });

  it('is one beyond the limit of concurrent exchanges', async () => {
    const { target, recorder } = await openBehind(() => {}, { limits: { inFlight: 2 } });
    const waiting = [0, 1].map(() => send(recorder.port, get('/api/v1/chats')));
    while (target.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
    const answer = await ask(recorder, get('/api/v1/chats'));
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(recorder.problems).toEqual(['answered 503: there are already 2 concurrent exchanges']);
    for (const { socket } of waiting) socket.destroy();
  });

  it('is one without a path', async () => {
    const { target, recorder } = await openBehind(fine);
    const none = await send(
      recorder.port,
      'OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
    ).closed;
    expect(none.toString()).toMatch(/^HTTP\/1\.1 400 /);
    expect(target.requests).toEqual([]);
  });

  it('is one for the URL of another server, since its token may not be meant for the target', async () => {
    const { target, recorder } = await openBehind(fine);
    const foreign = [
      'http://elsewhere.example/api/v1/chats',
      'HTTP://elsewhere.example/',
      target.url.replace('http:', 'https:'),
      `${target.url}0/`,
      recorder.url.replace('http:', 'https:'),
      `http://127.0.0.1@elsewhere.example:${recorder.port}/`,
      'http://[/',
    ];
    for (const url of foreign)
      expect(await ask(recorder, get(url)), url).toMatch(
        /^HTTP\/1\.1 421 .*forwards only to http:\/\/127\.0\.0\.1/s,
      );
    expect(target.requests).toEqual([]);
    expect(recorder.problems.join()).toContain('the recorder is no general proxy');
  });

  it('is not one for the URL of the recorder or of the target', async () => {
    const { target, recorder } = await openBehind(fine);
    for (const url of [recorder.url, `http://localhost:${recorder.port}`, target.url])
      await ask(recorder, get(`${url}/api/v1/chats?page=1`));
    expect(target.requests.map(({ path }) => path)).toEqual(Array(3).fill('/api/v1/chats?page=1'));
  });

  it('is one whose path leads outside the base of the target', async () => {
    const target = await openTarget(fine);
    const recorder = await openRecorder(`${target.url}/base`);
    const answer = await ask(recorder, get('/../other'));
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /);
    await ask(recorder, get('//elsewhere.example/x'));
    expect(target.requests.map(({ path }) => path)).toEqual(['/base//elsewhere.example/x']);
  });
});

it('refuses a request whose Host does not name this machine', async () => {
  const { target, recorder } = await openBehind(fine);
  for (const host of ['rebound.example', '127.0.0.1.rebound.example', 'localhost@rebound.example', ''])
    expect(await ask(recorder, get('/').replace('localhost', host))).toMatch(/^HTTP\/1\.1 421 /);
  expect(target.requests).toEqual([]);
  for (const host of ['LOCALHOST', '127.0.0.1:4040', '[::1]:4040'])
    expect(await ask(recorder, get('/').replace('localhost', host))).toMatch(/^HTTP\/1\.1 204 /);
});

it('listens beyond this machine only on request', async () => {
  const target = await openTarget(() => {});
  await expect(openRecorder(target.url, { host: '0.0.0.0' })).rejects.toMatchObject({ code: 'exposed' });
  await openRecorder(target.url, { host: '0.0.0.0', insecure: true });
});

it('reports that its port is in use', async () => {
  const target = await openTarget(() => {});
  await expect(openRecorder(target.url, { port: Number(new URL(target.url).port) })).rejects.toMatchObject({
    code: 'cannot-listen',
    message: expect.stringContaining('choose another port'),
  });
});
