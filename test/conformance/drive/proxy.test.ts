import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import { openTransport } from '../../../src/conformance/drive/undici-transport.ts';
import { listen } from '../../../src/loopback/index.ts';
import { closingServer, sendTwice } from './closing-server.ts';

const open: { close(): unknown }[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of open.splice(0)) server.close();
});

async function get(baseUrl: string) {
  const transport = openTransport({ baseUrl, limits: DRIVE_LIMITS });
  open.push(transport);
  const { body, ...head } = await transport.send({ method: 'GET', path: '/api/v1/chats', headers: {} });
  let text = '';
  for await (const piece of body) text += Buffer.from(piece).toString();
  return { path: '/api/v1/chats', ...head, text };
}

/** A proxy that answers everything with a status. @returns its address */
async function openProxy(status: number): Promise<string> {
  const proxy = createServer(({ url }, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ asked: url }));
  });
  proxy.on('connect', (_, socket) => socket.end(`HTTP/1.1 ${status} No\r\n\r\n`));
  open.push(proxy);
  return (await listen(proxy, '127.0.0.1', 0)).address;
}

describe('a proxy', () => {
  it.each(['http://', ''])('is used if its variable begins with %j', async (scheme) => {
    vi.stubEnv('HTTP_PROXY', `${scheme}${await openProxy(200)}`);
    expect((await get('http://service.example')).text).toContain('service.example/api/v1/chats');
  });

  it.each(['HTTP', 'HTTPS'])('that cannot be reached for %s is named, and not the target', async (name) => {
    vi.stubEnv(`${name}_PROXY`, await openProxy(200));
    await new Promise((resolve) => (open.pop() as Server).close(resolve));
    await expect(get(`${name.toLowerCase()}://127.0.0.1`)).rejects.toMatchObject({
      problem: 'unreachable',
      message: expect.stringMatching(
        /^the proxy of HTTP_PROXY or HTTPS_PROXY cannot be reached: .*ECONNREFUSED/,
      ),
    });
  });

  it('that closes connections without notice gets a new one for each further request', async () => {
    const { server: proxy, seen } = closingServer();
    open.push(proxy);
    vi.stubEnv('HTTP_PROXY', (await listen(proxy, '127.0.0.1', 0)).address);
    const transport = openTransport({ baseUrl: 'http://service.example', limits: DRIVE_LIMITS });
    open.push(transport);
    await sendTwice(transport, proxy);
    expect(seen).toEqual(['keep-alive', 'close']);
  });

  it.each(['HTTP', 'HTTPS'])('that wants a password for %s is named', async (name) => {
    vi.stubEnv(`${name}_PROXY`, await openProxy(407));
    await expect(get(`${name.toLowerCase()}://service.example`)).rejects.toMatchObject({
      problem: 'unreachable',
      message: expect.stringMatching(
        /^the proxy of HTTP_PROXY or HTTPS_PROXY answered 407; it wants a name and a/,
      ),
    });
  });
});
