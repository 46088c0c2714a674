import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CannotListenError } from '../../../src/loopback/listen.ts';
import type { HttpAnswer } from '../../../src/reference/http/exchange.ts';
import { createHttpServer, type HttpServerOptions } from '../../../src/reference/http/server.ts';
import { connectTo } from './serving.ts';

const GET = 'GET /api/v1/chats HTTP/1.1\r\nHost: a\r\n\r\n';
const HOST = '127.0.0.1';

function server(options: Partial<HttpServerOptions> = {}) {
  const created = createHttpServer({ exchange: () => ({ status: 200, body: {} }), log: 'none', ...options });
  onTestFinished(() => created.close());
  return created;
}

/** An exchange that answers when the test provides the answer. */
function held() {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<HttpAnswer>();
  const exchange = () => {
    asked.resolve();
    return answer.promise;
  };
  return { exchange, asked: asked.promise, answer: answer.resolve };
}

describe('listening', () => {
  it.each([
    ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
    ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
  ])('on %s returns a usable URL', async (host, shape) => {
    const { url } = await server().listen({ host, port: 0 });
    expect(url).toMatch(shape);
    expect((await fetch(`${url}/api/v1/chats`)).status).toBe(200);
  });

  it('fails on a port that is in use, and says what to do', async () => {
    const taken = createServer().listen(0, HOST);
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const failure = server().listen({ host: HOST, port });
    await expect(failure).rejects.toThrow(CannotListenError);
    await expect(failure).rejects.toThrow(
      `cannot listen on 127.0.0.1:${port}: another program uses the port`,
    );
    await expect(failure).rejects.toMatchObject({ code: 'cannot-listen' });
  });

  it('is possible once', async () => {
    const once = server();
    await once.listen({ host: HOST, port: 0 });
    await expect(once.listen({ host: HOST, port: 0 })).rejects.toThrow('create another one');
  });
});

describe('closing', () => {
  it('does nothing before listening, and may be called twice', async () => {
    const idle = server();
    await idle.close();
    const busy = server();
    await busy.listen({ host: HOST, port: 0 });
    await Promise.all([busy.close(), busy.close()]);
    await busy.close();
  });

  it('ends idle connections immediately', async () => {
    const closing = server({ limits: { closeTimeout: 600_000 } });
    const { url } = await closing.listen({ host: HOST, port: 0 });
    const socket = connectTo(url);
    socket.write(GET);
    await once(socket, 'data');
    await Promise.all([once(socket, 'close'), closing.close()]);
  });

  it('waits for an unfinished answer, and accepts no new connections', async () => {
    const { exchange, asked, answer } = held();
    const closing = server({ exchange, limits: { closeTimeout: 600_000 } });
    const { url } = await closing.listen({ host: HOST, port: 0 });
    const response = fetch(`${url}/api/v1/chats`);
    await asked;
    const closed = closing.close();
    await expect(fetch(`${url}/api/v1/chats`)).rejects.toThrow();
    answer({ status: 200, body: { late: true } });
    expect(await (await response).json()).toEqual({ late: true });
    await closed;
  });

  it('closes the remaining connections after closeTimeout', async () => {
    const { exchange, asked } = held();
    const closing = server({ exchange, limits: { closeTimeout: 10 } });
    const { url } = await closing.listen({ host: HOST, port: 0 });
    const response = fetch(`${url}/api/v1/chats`);
    response.catch(() => {});
    await asked;
    await closing.close();
    await expect(response).rejects.toThrow();
  });
});
