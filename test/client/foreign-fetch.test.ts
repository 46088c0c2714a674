import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../scripts/simulation/virtual-clock.ts';
import { createClientIn } from '../../src/client/client.ts';
import type { Client, Fetch } from '../../src/client/index.ts';
import { findPort } from '../find-port.ts';
import { listen } from '../listen.ts';
import { toolFile } from '../tools/programs.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { runtimeOf } from './harness/settle.ts';
import { CHAT, completed, delta, start } from './harness/wire.ts';

forbidUnhandledRejections();

/** Implementations of fetch that users pass to a client, and their modules. */
const FETCHES: Readonly<Record<string, () => Promise<Fetch>>> = {
  'undici 8': async () => (await import('undici')).fetch,
  'undici 7': async () => load('undici-7/index.js', 'fetch'),
  'node-fetch 3': async () => load('node-fetch/src/index.js', 'default'),
  'node-fetch 2': async () => load('node-fetch-2/lib/index.js', 'default'),
  'cross-fetch': async () => load('cross-fetch/dist/node-ponyfill.js', 'default'),
};

async function load(path: string, name: string): Promise<Fetch> {
  const module = await import(pathToFileURL(toolFile(path)).href);
  return module[name];
}

interface Service extends AsyncDisposable {
  readonly client: Client;
  readonly clock: VirtualClock;
  /** Resolves when a connection is closed before its answer has ended. */
  readonly closed: Promise<unknown>;
}

async function serve(name: string, listener: RequestListener, options: object = {}): Promise<Service> {
  const server = createServer((request, response) => {
    request.resume();
    response.once('close', () => response.writableFinished || server.emit('left'));
    listener(request, response);
  });
  const closed = once(server, 'left');
  const { url: baseUrl, close } = await listen(server);
  const fetch = await (FETCHES[name] as () => Promise<Fetch>)();
  const clock = new VirtualClock();
  return {
    client: createClientIn(runtimeOf(clock), {
      baseUrl,
      token: 'harbor-main',
      maxRetries: 0,
      fetch,
      ...options,
    }),
    clock,
    closed,
    [Symbol.asyncDispose]: close,
  };
}

const json: RequestListener = (request, response) => {
  response.setHeader('x-served-by', 'a').end(JSON.stringify({ data: { id: CHAT, sent: request.headers } }));
};

/** Begins a turn and then sends nothing. */
const silent: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(start + delta('At '));
};

describe.each(Object.keys(FETCHES))('with fetch from %s', (name) => {
  it('a call is sent and answered', async () => {
    await using service = await serve(name, json);
    const { data, response } = await service.client.chats.update(CHAT, { name: 'Hours' }).withResponse();
    expect(data).toMatchObject({
      id: CHAT,
      sent: { authorization: 'Bearer harbor-main', 'content-type': 'application/json' },
    });
    expect([response.status, response.headers.get('x-served-by')]).toEqual([200, 'a']);
  });

  it('a failure is read', async () => {
    await using service = await serve(name, (_, response) => {
      response.writeHead(404).end('{"message":"No.","message_code":"api_v1_not_found"}');
    });
    await expect(service.client.chats.get(CHAT)).rejects.toMatchObject({ kind: 'not-found' });
  });

  it('a redirect is not followed', async () => {
    await using service = await serve(name, (_, response) => {
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expect(service.client.chats.get(CHAT)).rejects.toMatchObject({
      kind: 'invalid-response',
      message: expect.stringContaining('redirect'),
    });
  });

  it('a turn is read piece by piece', async () => {
    const bytes = Buffer.from(start + delta('Um zehn – ') + delta('🕙.') + completed('Um zehn – 🕙.'));
    await using service = await serve(name, async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of bytes) if (!response.write(Uint8Array.of(byte))) await once(response, 'drain');
      response.end();
    });
    const texts: string[] = [];
    for await (const text of service.client.turns.stream(CHAT, { content: '' }).texts()) texts.push(text);
    expect(texts).toEqual(['Um zehn – ', 'Um zehn – 🕙.']);
  });

  it('a connection that breaks in a turn is noticed', async () => {
    await using service = await serve(name, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(start);
      setImmediate(() => response.destroy());
    });
    await expect(service.client.turns.stream(CHAT, { content: '' }).final()).rejects.toMatchObject({
      kind: 'connection',
    });
  });

  it('an address that refuses the connection is named', async () => {
    const port = await findPort();
    await using service = await serve(name, json, { baseUrl: `http://127.0.0.1:${port}` });
    await expect(service.client.chats.get(CHAT)).rejects.toThrow(
      /connection to 127.* failed: .*ECONNREFUSED/,
    );
  });

  it.each<[string, (client: Client, signal: AbortSignal) => Promise<unknown>]>([
    ['call', ({ chats }, signal) => chats.get(CHAT, { signal })],
    ['turn', ({ turns }, signal) => turns.stream(CHAT, { content: '' }, { signal }).final()],
  ])('aborting %s closes its connection before the answer', async (_, calling) => {
    const abort = new AbortController();
    await using service = await serve(name, () => abort.abort('enough'));
    await expect(calling(service.client, abort.signal)).rejects.toBe('enough');
    await service.closed;
  });

  it.each(['in the loop', 'in silence', 'by close()', 'by its signal', 'by idleTimeout'])(
    'a turn that is left %s closes its connection',
    async (how) => {
      await using service = await serve(name, silent);
      const abort = new AbortController();
      const turn = service.client.turns.stream(CHAT, { content: '' }, { signal: abort.signal });
      const events = turn[Symbol.asyncIterator]();
      await events.next();
      await events.next();
      const waiting = how === 'in the loop' ? undefined : events.next().catch((error: unknown) => error);
      if (how.startsWith('in ')) await events.return?.();
      if (how === 'by close()') turn.close();
      if (how === 'by its signal') abort.abort('enough');
      if (how === 'by idleTimeout') await service.clock.advance(60_000);
      expect(await waiting).toEqual(
        {
          'in silence': { done: true, value: undefined },
          'by close()': expect.objectContaining({ kind: 'stream-closed' }),
          'by its signal': 'enough',
          'by idleTimeout': expect.objectContaining({ kind: 'idle-timeout' }),
        }[how],
      );
      await service.closed;
    },
  );
});
