import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StreamEvent } from '../../../generated/types.d.ts';
import { ResponseSink } from '../../../src/reference/http/event-sink.ts';
import type { EventSink } from '../../../src/reference/http/exchange.ts';
import { HTTP_LIMITS } from '../../../src/reference/http/limits.ts';
import { connectTo, LogLines, openStream, readPieces, readToEnd, sendBytes, serve } from './serving.ts';

const STREAM = 'POST /api/v1/chats/1/messages/stream HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n';
/** The server closes the connection after the stream. Otherwise it would keep the connection open for a minute. */
const STREAM_AND_CLOSE = STREAM.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');

const ping = (ts: number): StreamEvent => ({ type: 'ping', data: { ts } });
const delta = (text: string): StreamEvent => ({
  type: 'message.delta',
  data: { text, replace: false },
});

/** Starts a server whose streams the test writes. @returns its URL and the sink of the next stream */
async function serveSinks(options: Parameters<typeof serve>[0] = {}) {
  let take: (sink: EventSink) => void;
  const sink = new Promise<EventSink>((resolve) => {
    take = resolve;
  });
  const url = await serve({ exchange: () => ({ status: 200, open: (opened) => take(opened) }), ...options });
  return { url, sink };
}

describe('a stream', () => {
  it('carries the events in order, each with its name and one line of JSON data', async () => {
    const events: StreamEvent[] = [ping(1), delta('line\nbreak\r\u2028 é東🗼'), ping(2)];
    const url = await serve({
      exchange: () => ({
        status: 200,
        open(sink) {
          for (const event of events) sink.send(event);
          sink.end();
        },
      }),
    });
    const response = await openStream(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe(
      events.map(({ type, data }) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
    );
  });

  it('is open before its first event, and each event arrives before the next is sent', async () => {
    const { url, sink } = await serveSinks();
    const response = await openStream(url);
    const next = readPieces(response);
    (await sink).send(ping(1));
    expect(await next()).toBe('event: ping\ndata: {"ts":1}\n\n');
    (await sink).send(ping(2));
    expect(await next()).toBe('event: ping\ndata: {"ts":2}\n\n');
    (await sink).end();
    expect(await next()).toBeUndefined();
  });

  it('drops events after its end', async () => {
    const { url, sink } = await serveSinks();
    const response = await openStream(url);
    const opened = await sink;
    opened.send(ping(1));
    opened.end();
    opened.send(ping(2));
    opened.end();
    expect(await response.text()).toBe('event: ping\ndata: {"ts":1}\n\n');
  });

  it('leaves its connection open for the next request', async () => {
    const url = await serve({ exchange: () => ({ status: 200, open: (sink) => sink.end() }) });
    const { body } = await sendBytes(
      url,
      `${STREAM}GET /nope HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    expect(body).toContain('HTTP/1.1 404 Not Found');
  });

  it('may last longer than the time limit for receiving a request, even without events', async () => {
    const limits = { headersTimeout: 1000, requestTimeout: 1000, keepAliveTimeout: 1000 };
    const { url, sink } = await serveSinks({ limits });
    const client = connectTo(url);
    client.write(STREAM);
    const opened = await sink;
    // This request was sent after the stream opened and was refused as late, so the time limit has passed for the stream too.
    expect((await sendBytes(url, 'GET / HTTP/1.1\r\n')).status).toBe(408);
    opened.send(ping(1));
    opened.end();
    expect((await readToEnd(client)).body).toContain('"ts":1');
  });
});

describe('a client that disconnects', () => {
  it('is reported once, and later events are dropped', async () => {
    const { url, sink } = await serveSinks();
    const client = new AbortController();
    await openStream(url, client.signal);
    const opened = await sink;
    let calls = 0;
    const gone = new Promise<void>((resolve) => {
      opened.onGone(() => {
        calls += 1;
        resolve();
      });
    });
    client.abort();
    await gone;
    opened.send(ping(1));
    opened.end();
    await new Promise<void>((resolve) => opened.onGone(resolve));
    expect(calls).toBe(1);
  });

  it('is not reported after the stream has ended', async () => {
    const { url, sink } = await serveSinks();
    const client = connectTo(url);
    client.write(STREAM);
    const opened = await sink;
    let isGone = false;
    const note = () => {
      isGone = true;
    };
    opened.onGone(note);
    opened.end();
    opened.onGone(note);
    client.end();
    expect((await readToEnd(client)).status).toBe(200);
    expect(isGone).toBe(false);
  });

  it('is reported even if it disconnected before the stream was open', async () => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    await once(response.destroy(), 'close');
    const sink = new ResponseSink(response, HTTP_LIMITS);
    sink.send(ping(1));
    await new Promise<void>((resolve) => sink.onGone(resolve));
  });
});

describe('a client that does not read', () => {
  const PIECE = 256 * 1024;

  it('is disconnected when too many bytes are unsent', async () => {
    const log = new LogLines();
    const { url, sink } = await serveSinks({ log: 'json', logTo: log, limits: { unsentBytes: 2 * PIECE } });
    const client = connectTo(url).pause();
    client.write(STREAM);
    const opened = await sink;
    await new Promise<void>((gone) => {
      let isGone = false;
      opened.onGone(() => {
        isGone = true;
        gone();
      });
      const fill = () => {
        if (isGone) return;
        opened.send(delta('x'.repeat(PIECE)));
        setImmediate(fill);
      };
      fill();
    });
    expect(await log.line('stream over')).toMatchObject({ end: 'client-too-slow' });
  });

  /** Sends events until the client has to read first. @returns the wait for room, in an object so that `await` does not wait for it */
  async function fillUp(sink: EventSink): Promise<{ readonly room: Promise<void> }> {
    for (;;) {
      const room = sink.room?.();
      if (room) return { room };
      sink.send(delta('x'.repeat(PIECE)));
      await new Promise(setImmediate);
    }
  }

  it('leaves no room for more events until it reads', async () => {
    const { url, sink } = await serveSinks();
    const client = connectTo(url).pause();
    client.write(STREAM_AND_CLOSE);
    const opened = await sink;
    expect(opened.room?.()).toBeUndefined();
    const { room } = await fillUp(opened);
    const body = readToEnd(client);
    await room;
    expect(opened.room?.()).toBeUndefined();
    opened.send(ping(1));
    opened.end();
    expect((await body).body).toContain('event: ping\ndata: {"ts":1}\n\n');
  });

  it('is disconnected when it never reads, which ends the wait for room', async () => {
    const log = new LogLines();
    const { url, sink } = await serveSinks({ log: 'json', logTo: log, limits: { stallTimeout: 20 } });
    const client = connectTo(url).pause();
    client.write(STREAM);
    const opened = await sink;
    const { room } = await fillUp(opened);
    await room;
    expect(opened.room?.()).toBeUndefined();
    expect(await log.line('stream over')).toMatchObject({ end: 'client-too-slow' });
  });

  it('is not assumed after a single large event', async () => {
    const { url, sink } = await serveSinks({ limits: { unsentBytes: PIECE } });
    const response = await openStream(url);
    const opened = await sink;
    opened.send(delta('x'.repeat(20 * PIECE)));
    opened.end();
    expect(await response.text()).toHaveLength(
      `event: message.delta\ndata: {"text":"","replace":false}\n\n`.length + 20 * PIECE,
    );
  });

  it('is disconnected when it does not read a complete answer', async () => {
    const accepted = Promise.withResolvers<Socket>();
    const note = (message: unknown) => accepted.resolve((message as { socket: Socket }).socket);
    subscribe('net.server.socket', note);
    onTestFinished(() => void unsubscribe('net.server.socket', note));
    const url = await serve({
      exchange: () => ({ status: 200, body: 'x'.repeat(64 * PIECE) }),
      limits: { readTimeout: 20 },
    });
    const client = connectTo(url).pause();
    client.write('GET /api/v1/chats HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(await accepted.promise, 'close');
    expect((await readToEnd(client)).body.length).toBeLessThan(64 * PIECE);
  });
});
