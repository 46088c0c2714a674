import { describe, expect, it, onTestFinished } from 'vitest';
import type { InnerOptions } from '../../src/reference/inner-options.ts';
import { assemble } from '../../src/reference/start.ts';
import { LogLines, sendBytes } from './http/serving.ts';

async function start(options: InnerOptions = {}): Promise<string> {
  const server = await assemble(options);
  onTestFinished(() => server.close());
  return server.url;
}

const get = (host: string, method = 'GET', path = '/api/v1/chats') =>
  `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer harbor-main\r\nOrigin: http://${host}\r\nConnection: close\r\n\r\n`;

const statusOf = async (url: string, host: string) => (await sendBytes(url, get(host))).status;

const CREATE = (host: string) =>
  `POST /api/v1/chats HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer harbor-main\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`;

describe('a server on a loopback address', () => {
  it('answers requests that name it in Host, and refuses all others', async () => {
    const url = await start();
    for (const host of ['localhost', '127.0.0.1:4010', '[::1]:4010'])
      expect(await statusOf(url, host)).toBe(200);
    for (const host of ['rebound.example', 'localhost.rebound.example:4010', '0.0.0.0', ''])
      expect(await statusOf(url, host), host).toBe(421);
  });

  it('refuses them on every path and for every method, with a failure that says what to do', async () => {
    const url = await start({ cors: '*', application: true });
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/nowhere'],
      ['OPTIONS', '/api/v1/chats'],
      ['PUT', '/api/v1/chats'],
      ['GET', '/api/v1/chats/%00'],
      ['POST', '/_reference/application/turns'],
      ['POST', '/api/v1/chats/c7f0bb1a-9a04-4f0e-8f4e-0b7a7c3d2e11/messages/stream'],
    ] as const) {
      const { status, headers, body } = await sendBytes(url, get('rebound.example', method, path));
      expect([method, path, status, headers['access-control-allow-origin']]).toEqual([
        method,
        path,
        421,
        undefined,
      ]);
      expect(JSON.parse(body)).toMatchObject({
        message_code: 'api_v1_misdirected_request',
        message: expect.stringContaining('does not name this server'),
      });
    }
  });

  it.each([
    ['http://rebound.example/api/v1/chats', 'localhost', 421],
    ['http://rebound.example', 'localhost', 421],
    ['HTTP://rebound.example:80/api/v1/chats?page=1', '127.0.0.1', 421],
    ['https://localhost@rebound.example/api/v1/chats', 'localhost', 421],
    ['http://localhost/api/v1/chats', 'localhost', 200],
    ['http://127.0.0.1:4010/api/v1/chats?page=1', 'rebound.example', 200],
    ['/api/v1/chats?from=http://rebound.example/', 'localhost', 200],
  ])(
    'judges the request target %s with the Host %s by the host that counts',
    async (target, host, status) => {
      const url = await start();
      expect((await sendBytes(url, get(host, 'GET', target))).status).toBe(status);
    },
  );

  it('does not execute a refused request', async () => {
    const url = await start();
    expect((await sendBytes(url, CREATE('rebound.example'))).status).toBe(421);
    const { body } = await sendBytes(url, get('localhost'));
    expect(JSON.parse(body)).toMatchObject({ meta: { total: 0 } });
  });

  it('accepts the configured names', async () => {
    const url = await start({ allowedHosts: ['Gateway.Example'] });
    expect(await statusOf(url, 'gateway.example:8080')).toBe(200);
    expect(await statusOf(url, 'localhost')).toBe(200);
    expect(await statusOf(url, 'other.example')).toBe(421);
  });

  it('logs refused requests', async () => {
    const lines = new LogLines();
    const url = await start({ log: 'json', logTo: lines });
    await statusOf(url, 'rebound.example');
    expect(lines.all).toContainEqual(expect.objectContaining({ status: 421 }));
  });
});

describe('a server on an address that other machines reach', () => {
  it('accepts every name, since it cannot know its own', async () => {
    const url = await start({ host: '0.0.0.0', insecure: true });
    expect(await statusOf(url, 'anything.example')).toBe(200);
  });

  it('accepts only the configured names, if there are any', async () => {
    const url = await start({ host: '0.0.0.0', insecure: true, allowedHosts: ['gateway.example'] });
    expect(await statusOf(url, 'gateway.example')).toBe(200);
    expect(await statusOf(url, 'anything.example')).toBe(421);
  });
});

it('does not start with a name that cannot appear in a request', async () => {
  await expect(assemble({ allowedHosts: ['http://gateway.example'] })).rejects.toMatchObject({
    code: 'invalid-host',
    message: expect.stringContaining('without scheme and port'),
  });
});
