import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { VirtualClock } from '../../../../scripts/simulation/virtual-clock.ts';
import type { Clock } from '../../../../src/reference/clock.ts';
import { Lifetime } from '../../../../src/reference/lifetime.ts';
import { findPort } from '../../../find-port.ts';
import { listen } from '../../../listen.ts';
import { ask, KEY, providerAt, readAll, readFailure, textOf } from '../asking.ts';
import { chunk, openStream, startPreparedServer, streamOf, writeEvent } from '../prepared-server.ts';

const IDLE = 30_000;
/** Fills events that say nothing, so that a test of many bytes needs few events. */
const PADDING = '-'.repeat(4096);
const COMMENT = `: still here ${PADDING}\n\n`;
const HALF = writeEvent(chunk({ content: 'Hi.' }));
const DONE = [chunk({ content: 'Hi.' }, 'stop'), '[DONE]'];

/** A provider whose response the test writes itself once the request has arrived. */
async function startOpenAnswer(): Promise<{ url: string; answer: Promise<ServerResponse> }> {
  const come = Promise.withResolvers<ServerResponse>();
  const { url } = await startPreparedServer((response) => come.resolve(response));
  return { url, answer: come.promise };
}

/** A reply of which the provider has sent this much. @returns also the response, and what the reader has got */
async function begin(text: string, changes: Parameters<typeof ask>[1] = {}) {
  const clock = new VirtualClock();
  const { url, answer } = await startOpenAnswer();
  const reply = ask(providerAt(url), changes, clock);
  const first = reply.next();
  const response = await answer;
  const left = new Promise((closed) => response.once('close', closed));
  openStream(response);
  response.write(text);
  expect((await first).value).toEqual([{ type: 'text', text: 'Hi.' }]);
  return { clock, reply, response, left };
}

/** A clock that also reports when a timer is set. */
function listenTo(clock: VirtualClock): { clock: Clock; asked(): Promise<void> } {
  let tell: (() => void) | undefined;
  return {
    clock: {
      now: clock.now,
      elapsed: clock.elapsed,
      after(duration, callback) {
        tell?.();
        return clock.after(duration, callback);
      },
    },
    asked: () => new Promise((told) => (tell = told)),
  };
}

describe('a provider that falls silent', () => {
  it('fails after its idle timeout before it has answered', async () => {
    const clock = new VirtualClock();
    const { url, answer } = await startOpenAnswer();
    const failure = readFailure(ask(providerAt(url), {}, clock));
    await answer;
    await clock.advance(IDLE);
    expect((await failure).facts).toMatchObject({
      failureKind: 'timeout',
      serviceCode: 'provider_timed_out',
      dispatched: true,
      isOutage: true,
    });
    expect((await failure).message).toBe('the model provider "first" sent nothing for 30000 ms');
    expect(clock.pending).toBe(0);
  });

  it('fails after its idle timeout in the middle of its reply', async () => {
    const { clock, reply } = await begin(HALF);
    const failure = readFailure(reply);
    await clock.advance(IDLE);
    expect((await failure).facts.failureKind).toBe('timeout');
  });

  it('does not fail while bytes arrive, even if they are only comments', async () => {
    const inner = new VirtualClock();
    const { clock, asked } = listenTo(inner);
    const { url, answer } = await startOpenAnswer();
    const reply = readAll(ask(providerAt(url), {}, clock));
    const response = await answer;
    let waiting = asked();
    openStream(response);
    response.flushHeaders();
    for (let count = 0; count < 3; count++) {
      await waiting;
      await inner.advance(IDLE - 1);
      waiting = asked();
      response.write(': still here\n\n');
    }
    await waiting;
    response.end(DONE.map(writeEvent).join(''));
    expect(await reply).toMatchObject({ parts: [{ type: 'text', text: 'Hi.' }] });
  });

  it('does not fail while the reader is not reading', async () => {
    const { clock, reply, response } = await begin(HALF);
    await clock.advance(10 * IDLE);
    response.end(DONE.map(writeEvent).join(''));
    expect(textOf((await readAll(reply)).parts)).toBe('Hi.');
  });

  it('completes its reply when it falls silent only after the last part', async () => {
    const { clock, reply } = await begin(writeEvent(chunk({ content: 'Hi.' }, 'stop')));
    const rest = readAll(reply);
    await clock.advance(IDLE);
    expect(await rest).toEqual({ parts: [] });
  });
});

describe('a reply that is aborted', () => {
  it('ends with the abort reason at any point, and closes the connection', async () => {
    const lifetime = new Lifetime();
    const { clock, reply, left } = await begin(HALF, { lifetime });
    const rest = readAll(reply);
    const reason = new Error('cancelled');
    lifetime.end(reason);
    expect((await rest).error).toBe(reason);
    await left;
    expect(clock.pending).toBe(0);
  });

  it('ends with the abort reason before the provider has answered', async () => {
    const lifetime = new Lifetime();
    const { url, answer } = await startOpenAnswer();
    const reply = readAll(ask(providerAt(url), { lifetime }));
    await answer;
    const reason = new Error('cancelled');
    lifetime.end(reason);
    expect((await reply).error).toBe(reason);
  });

  it('is never requested when it is already aborted', async () => {
    const { url, requests } = await startPreparedServer(streamOf(...DONE));
    const reason = new Error('cancelled');
    const lifetime = new Lifetime();
    lifetime.end(reason);
    for (const provider of [providerAt(url), providerAt(url, { keyFrom: 'NO_KEY' })]) {
      expect((await readAll(ask(provider, { lifetime }))).error).toBe(reason);
    }
    expect(requests).toEqual([]);
  });

  it('closes the connection when its reader stops', async () => {
    const { reply, left } = await begin(HALF);
    await reply.return(undefined);
    await left;
  });
});

describe('a connection', () => {
  it.each<[string, string]>([
    ['is complete', '[DONE]'],
    ['goes on with what cannot be read', 'null'],
  ])('is closed when the reply %s, even if the provider leaves it open', async (_what, last) => {
    const { url, answer } = await startOpenAnswer();
    const clock = new VirtualClock();
    const reply = readAll(ask(providerAt(url), {}, clock));
    const response = await answer;
    const left = new Promise((closed) => response.once('close', closed));
    openStream(response);
    response.write([chunk({ content: 'Hi.' }, 'stop'), last].map(writeEvent).join(''));
    expect(await reply).toEqual({ parts: [{ type: 'text', text: 'Hi.' }] });
    await left;
    expect(clock.pending).toBe(0);
  });

  it('sends only its own headers, regardless of environment variables', async () => {
    for (const [name, value] of [
      ['OPENAI_API_KEY', 'sk-of-the-process'],
      ['OPENAI_ADMIN_KEY', 'sk-of-the-process'],
      ['OPENAI_ORG_ID', 'org-of-the-process'],
      ['OPENAI_PROJECT_ID', 'project-of-the-process'],
      ['OPENAI_CUSTOM_HEADERS', 'x-secret: of-the-process'],
      ['OPENAI_BASE_URL', 'http://127.0.0.1:9/of-the-process'],
    ] as const) {
      vi.stubEnv(name, value);
    }
    onTestFinished(() => void vi.unstubAllEnvs());
    const { url, requests } = await startPreparedServer(streamOf(...DONE));
    const { keyFrom: _none, ...keyless } = providerAt(`${url}/`);
    await readAll(ask(providerAt(url)));
    await readAll(ask(keyless));
    expect(requests.map((request) => request.url)).toEqual(['/v1/chat/completions', '/v1/chat/completions']);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, undefined]);
    expect(JSON.stringify(requests)).not.toContain('of-the-process');
  });

  it('follows no redirect, which would send the key elsewhere', async () => {
    const elsewhere = await startPreparedServer(streamOf(...DONE));
    const { url } = await startPreparedServer((response) => {
      response.writeHead(307, { location: `${elsewhere.url}/chat/completions` }).end();
    });
    const failure = await readFailure(ask(providerAt(url)));
    expect(failure.message).toContain('answered 307; redirects are not followed');
    expect(failure.facts).toMatchObject({ failureKind: 'refused', isOutage: false, dispatched: true });
    expect(elsewhere.requests).toEqual([]);
  });

  it('counts as never dispatched when no server listens', async () => {
    const failure = await readFailure(ask(providerAt(`http://127.0.0.1:${await findPort()}/v1`)));
    expect(failure.facts).toEqual({
      provider: 'first',
      failureKind: 'unreachable',
      serviceCode: 'provider_unreachable',
      dispatched: false,
      isOutage: true,
    });
    expect(failure.message).toContain('cannot be reached (ECONNREFUSED)');
  });

  it('counts as broken off when it ends before any answer', async () => {
    const { url } = await startPreparedServer((response) => void response.socket?.destroy());
    const failure = await readFailure(ask(providerAt(url)));
    expect(failure.facts).toMatchObject({ failureKind: 'stream_interrupted', dispatched: true });
  });

  it('counts as broken off in the middle of a partly yielded reply', async () => {
    const { reply, response } = await begin(HALF);
    response.destroy();
    expect((await readFailure(reply)).facts.failureKind).toBe('stream_interrupted');
  });

  it('counts as an invalid reply when the other side does not speak HTTP', async () => {
    const server = createServer((socket) => {
      socket.once('data', () => socket.write('220 mail.example ready\r\n'));
    });
    const { url } = await listen(server);
    onTestFinished(() => void server.close());
    const failure = await readFailure(ask(providerAt(`${url}/v1`)));
    expect(failure.facts.failureKind).toBe('invalid_reply');
    expect(failure.message).toContain('does not speak HTTP');
  });

  it.each([
    ['an event does not end', 'data: "', 'x'],
    ['only comments come', '', COMMENT],
    ['only empty pieces come', '', writeEvent({ ...chunk({ content: '' }), padding: PADDING })],
    [
      'only usage comes',
      '',
      writeEvent({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 }, padding: PADDING }),
    ],
  ])('is cut when %s', async (_what, begin, unit) => {
    const { url } = await startPreparedServer((response) => {
      openStream(response);
      response.end(begin + unit.repeat(Math.ceil((17 * 1024 * 1024) / unit.length)));
    });
    const failure = await readFailure(ask(providerAt(url)));
    expect(failure.message).toContain('sent more than 16777216 bytes without content');
    expect(failure.facts.failureKind).toBe('invalid_reply');
  });

  it('is not cut while calls, thoughts or unknown members grow', async () => {
    const filler = COMMENT.repeat(Math.ceil((15 * 1024 * 1024) / COMMENT.length));
    const grown = [
      chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 't', arguments: '{}' } }] }),
      chunk({ reasoning: 'Hm' }),
      chunk({ reasoning_details: [{ index: 0, text: 'Hm' }] }),
      chunk({}, 'tool_calls'),
    ];
    const { url } = await startPreparedServer((response) => {
      openStream(response);
      response.end(grown.map((each) => filler + writeEvent(each)).join(''));
    });
    const { parts, error } = await readAll(ask(providerAt(url)));
    expect([parts.map(({ type }) => type), error]).toEqual([['reasoning', 'echo', 'call'], undefined]);
  });

  it('keeps reading at the pace of its turn, even when the provider sends no text', async () => {
    const empty = writeEvent(chunk({ content: '' })).repeat(20_000);
    const { url } = await startPreparedServer((response) => {
      openStream(response);
      response.end(empty + DONE.map(writeEvent).join(''));
    });
    const rest = Promise.withResolvers<void>();
    const sizes: number[] = [];
    const paced = Promise.withResolvers<void>();
    const paceInput = (size: number) => {
      sizes.push(size);
      paced.resolve();
      return rest.promise;
    };
    const reply = readAll(ask(providerAt(url), { pacer: { paceInput } }));
    await paced.promise;
    expect(sizes).toHaveLength(1);
    rest.resolve();
    expect(textOf((await reply).parts)).toBe('Hi.');
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(empty.length);
  });

  it('reads only the beginning of a long error', async () => {
    const { url } = await startPreparedServer((response) => {
      response.writeHead(500, { 'content-type': 'text/plain' });
      const more = () => {
        while (!response.destroyed && response.write('bad\u0007 '.repeat(4096)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    const failure = await readFailure(ask(providerAt(url)));
    expect(failure.facts.failureKind).toBe('server_error');
    const { message } = failure.cause as Error;
    expect(message).toMatch(/^the provider wrote: 500 bad/);
    expect(message.length).toBeLessThan(65 * 1024);
  });
});
