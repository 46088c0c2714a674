import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { openTransport, type TransportOptions } from '../../../src/conformance/drive/undici-transport.ts';
import { closingServer, sendTwice } from './closing-server.ts';

/** A key and its certificate for 127.0.0.1. Only these tests use them. */
const PEM = readFileSync(new URL('loopback.pem', import.meta.url), 'utf8');
const answer: RequestListener = (request, response) => response.end(`${request.method} ${request.url}`);

const servers: Server[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const secureServer = () => listen(createHttpsServer({ key: PEM, cert: PEM }, answer));

/** A proxy that answers requests itself and opens tunnels. */
function proxy(seen: string[]): Promise<string> {
  const server = createHttpServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end('from the proxy');
  });
  server.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url}`);
    const [host, port] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.on('close', () => onward.destroy());
  });
  return listen(server);
}

async function get(options: Omit<TransportOptions, 'limits'>): Promise<string> {
  const transport = openTransport({ limits: DRIVE_LIMITS, ...options });
  try {
    const { body } = await transport.send({ method: 'GET', path: '/api/v1/chats', headers: {} });
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  } finally {
    await transport.close();
  }
}

describe('https', () => {
  it('trusts the certificates of --ca', async () => {
    const baseUrl = `https://${await secureServer()}`;
    expect(await get({ baseUrl, ca: PEM, usesProxy: false })).toBe('GET /api/v1/chats');
  });

  it('refuses an unknown certificate, and the message names --ca', async () => {
    const baseUrl = `https://${await secureServer()}`;
    await expect(get({ baseUrl, usesProxy: false })).rejects.toMatchObject({
      problem: 'unreachable',
      message: expect.stringMatching(/certificate is not trusted: .*; --ca FILE adds certificates to trust/),
    });
  });
});

describe('the token', () => {
  /** A server, and the requests that reach it. */
  async function open(respond: RequestListener = answer) {
    const requests: string[] = [];
    const address = await listen(
      createHttpServer((request, response) => {
        requests.push(request.url ?? '');
        respond(request, response);
      }),
    );
    return { address, requests };
  }

  async function send(baseUrl: string, path: string) {
    const transport = openTransport({ baseUrl, limits: DRIVE_LIMITS, usesProxy: false });
    try {
      const { status, body } = await transport.send({
        method: 'GET',
        path,
        headers: { authorization: 'Bearer t' },
      });
      for await (const _ of body);
      return status;
    } finally {
      await transport.close();
    }
  }

  it.each<[string, (other: string) => string]>([
    ['userinfo', (other) => `@${other}/x`],
    ['a longer host', () => '.other.example/x'],
    ['a longer port', () => '1/x'],
    ['a whole URL', (other) => `http://${other}/x`],
    ['nothing', () => ''],
  ])('is not sent for a path that is %s', async (_what, path) => {
    const [target, other] = [await open(), await open()];
    await expect(send(`http://${target.address}`, path(other.address))).rejects.toMatchObject({
      problem: 'unsendable',
      message: expect.stringContaining('nothing was sent'),
    });
    expect([...target.requests, ...other.requests]).toEqual([]);
  });

  it('goes only to the target, even if the path looks like another host', async () => {
    const [target, other] = [await open(), await open()];
    expect(await send(`http://${target.address}`, `//${other.address}/x`)).toBe(200);
    expect(target.requests).toEqual([`//${other.address}/x`]);
    expect(other.requests).toEqual([]);
  });

  it('never goes outside the path of the base URL', async () => {
    const target = await open();
    for (const path of ['/../x', '/%2e%2e/x', '/.%2E/x', '/a\\..\\..\\x', 'x', '-beside/x'])
      await expect(send(`http://${target.address}/base`, path)).rejects.toThrow('nothing was sent');
    expect(target.requests).toEqual([]);
  });

  it('does not follow a redirect', async () => {
    const other = await open();
    const target = await open((_request, response) =>
      response.writeHead(307, { location: `http://${other.address}/x` }).end(),
    );
    expect(await send(`http://${target.address}`, '/api/v1/chats')).toBe(307);
    expect(other.requests).toEqual([]);
  });
});

describe('a proxy of the environment', () => {
  it('gets requests over http', async () => {
    const seen: string[] = [];
    vi.stubEnv('http_proxy', `http://${await proxy(seen)}`);
    vi.stubEnv('no_proxy', '');
    expect(await get({ baseUrl: 'http://conversations.example' })).toBe('from the proxy');
    expect(seen).toEqual(['GET http://conversations.example/api/v1/chats']);
  });

  it('opens a tunnel for https, in which --ca applies', async () => {
    const seen: string[] = [];
    const target = await secureServer();
    vi.stubEnv('https_proxy', `http://${await proxy(seen)}`);
    vi.stubEnv('no_proxy', '');
    expect(await get({ baseUrl: `https://${target}`, ca: PEM })).toBe('GET /api/v1/chats');
    expect(seen).toEqual([`CONNECT ${target}`]);
  });

  it('is not used for hosts in NO_PROXY', async () => {
    const seen: string[] = [];
    const target = await listen(createHttpServer(answer));
    vi.stubEnv('http_proxy', `http://${await proxy(seen)}`);
    vi.stubEnv('no_proxy', '127.0.0.1');
    expect(await get({ baseUrl: `http://${target}` })).toBe('GET /api/v1/chats');
    expect(seen).toEqual([]);
  });
});

it('stops reading a compressed body that is too large, even if no more bytes arrive', async () => {
  const { promise: isLeft, resolve } = Promise.withResolvers<void>();
  const server = createHttpServer((_request, response) => {
    response.on('close', resolve).writeHead(200, { 'content-encoding': 'gzip' });
    response.write(gzipSync(Buffer.alloc(3_000_000)));
  });
  const transport = openTransport({
    baseUrl: `http://${await listen(server)}`,
    // No time limit ends the read.
    limits: { ...DRIVE_LIMITS, bytes: 100_000, idle: 3_600_000, total: 3_600_000 },
    usesProxy: false,
  });
  const { body } = await transport.send({ method: 'GET', path: '/', headers: {} });
  const read = async () => {
    for await (const _ of body);
  };
  await expect(read()).rejects.toMatchObject({ problem: 'too-large' });
  await isLeft;
  await transport.close();
});

it('does not reuse a connection that the server closed without notice', async () => {
  const { server, seen } = closingServer();
  const transport = openTransport({
    baseUrl: `http://${await listen(server)}`,
    limits: DRIVE_LIMITS,
    usesProxy: false,
  });
  await sendTwice(transport, server);
  await transport.close();
  expect(seen).toEqual(['keep-alive', 'close']);
});

it('reports that nothing listens at the address', async () => {
  const address = await listen(createHttpServer());
  servers.pop()?.close();
  await expect(get({ baseUrl: `http://${address}`, usesProxy: false })).rejects.toMatchObject({
    problem: 'unreachable',
    message: expect.stringMatching(/the target cannot be reached: .*ECONNREFUSED/),
  });
});
