import { describe, expect, it } from 'vitest';
import type { TurnStream } from '../../../src/client/index.ts';
import { collect, inShort } from '../harness/collect.ts';
import { openTurn, readOn } from '../harness/open-turn.ts';
import { forbidUnhandledRejections } from '../harness/rejections.ts';
import { answer, failure, mute, type Reply, scriptService, unreachable } from '../harness/service.ts';
import { CHAT, cancelled, completed, delta, error, ping, REQUEST, start, stream } from '../harness/wire.ts';

forbidUnhandledRejections();

const TURN = { content: 'When do we open?' };
const MINUTE = 60_000;

describe('final', () => {
  it('reads a stream that nothing else reads', async () => {
    const { turn, live, settle, sent } = openTurn();
    live.send(completed('At 10.'));
    expect(await settle(turn.final())).toMatchObject({ content: 'At 10.' });
    expect(await turn.text()).toBe('At 10.');
    expect([sent.length, live.isClosed]).toEqual([1, true]);
  });

  it('reads along with a loop, which still gets every event', async () => {
    const { turn, live, service, settle } = openTurn();
    const collected = collect(service, turn);
    const text = turn.text();
    live.send(completed('At 10.'));
    expect(inShort((await collected).events)).toEqual(['start', '+At ', 'synthetic =At 10.', 'completed']);
    expect(await settle(text)).toBe('At 10.');
  });

  it('called inside the loop reads to the end, and the loop then gets the rest', async () => {
    const { turn, live, settle } = openTurn();
    live.send(completed('At '));
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { type } of turn) {
        seen.push(type);
        if (type === 'message.start') expect(await turn.text()).toBe('At ');
      }
    })();
    await settle(reading);
    expect(seen).toEqual(['message.start', 'message.delta', 'message.completed']);
  });

  it('called inside the loop fails with the stream, and so does the loop', async () => {
    const opened = openTurn({ maxRetries: 0 });
    opened.live.end();
    const failures: unknown[] = [];
    const reading = (async () => {
      for await (const _ of opened.turn) await opened.turn.final().catch((error) => failures.push(error));
    })();
    await opened.settle(reading.catch((error) => failures.push(error)));
    expect(failures).toMatchObject(failures.map(() => ({ kind: 'stream-truncated' })));
    expect(failures.length).toBeGreaterThan(1);
  });

  it.each([
    ['completed', completed('At 10.'), 'completed'],
    ['been cancelled', cancelled('At '), 'cancelled'],
    ['failed', error, 'error'],
  ])('is not required: the loop ends without an error when the turn has %s', async (_, end, last) => {
    const { turn, live, service } = openTurn();
    live.send(end);
    const { events, failure } = await collect(service, turn);
    expect([inShort(events).at(-1), failure]).toEqual([last, undefined]);
  });

  it('may be called several times', async () => {
    const { turn, live, settle, sent } = openTurn();
    live.send(completed('At 10.'));
    const all = await settle(Promise.all([turn.final(), turn.final(), turn.text()]));
    expect(all.map((each) => (typeof each === 'string' ? each : each.content))).toEqual(
      Array(3).fill('At 10.'),
    );
    expect(sent).toHaveLength(1);
  });
});

it.each<[string, (turn: TurnStream) => void]>([
  ['an iteration', (turn) => void turn[Symbol.asyncIterator]()],
  ['final', (turn) => void turn.final().catch(() => {})],
  ['text', (turn) => void turn.text().catch(() => {})],
])('a second iteration after %s is refused', (_, begin) => {
  const { client } = scriptService([stream(start + completed('A'))]);
  const turn = client.turns.stream(CHAT, TURN);
  begin(turn);
  expect(() => turn[Symbol.asyncIterator]()).toThrow(
    new TypeError('this stream has already been read; send its key again to read the outcome'),
  );
});

it('cancel asks the service to cancel, and the stream continues to its end', async () => {
  const { turn, live, sent, settle, service } = openTurn({}, [
    ({ body }) => {
      live.send(cancelled('At '));
      return Response.json({ data: { chat_id: CHAT, cancelled: true, body } });
    },
  ]);
  const collected = collect(service, turn);
  await settle(turn.cancel());
  expect(inShort((await collected).events)).toEqual(['start', '+At ', 'cancelled']);
  expect([sent[1]?.url, sent[1]?.body]).toEqual([
    `https://service.test/api/v1/chats/${CHAT}/actions/cancel`,
    '{}',
  ]);
});

describe('silence', () => {
  it.each([
    [undefined, MINUTE],
    [2000, 2000],
  ])('longer than idleTimeout closes the connection: %s', async (idleTimeout, limit) => {
    const done = stream(start + completed('At 10.'));
    const opened = openTurn({ idleTimeout }, [done]);
    const { waiting } = await readOn(opened);
    await opened.clock.advance(limit - 1);
    expect(opened.live.isClosed).toBe(false);
    await opened.clock.advance(1);
    expect(opened.live.isClosed).toBe(true);
    expect(await opened.settle(waiting)).toMatchObject({ value: { synthetic: true } });
    expect(await opened.turn.text()).toBe('At 10.');
  });

  it.each([
    ['a ping', ping],
    ['a comment', ': keep-alive\n\n'],
    ['half an event', 'event: pi'],
  ])('is ended by %s', async (_, sign) => {
    const opened = openTurn();
    const { waiting } = await readOn(opened);
    for (let times = 0; times < 4; times++) {
      await opened.clock.advance(MINUTE - 1);
      if (times < 3) opened.live.send(sign);
    }
    expect(opened.live.isClosed).toBe(false);
    opened.live.send(`\n\n${completed('At 10.')}`);
    expect(await opened.settle(waiting)).toMatchObject({ value: { synthetic: true } });
  });

  it('interrupted by pings ends with totalTimeout, and nothing is sent again', async () => {
    const opened = openTurn({ totalTimeout: 10 * MINUTE });
    const { waiting } = await readOn(opened);
    for (let times = 0; times < 20; times++) {
      opened.live.send(ping);
      await opened.clock.advance(MINUTE / 2 + 1);
    }
    expect(await opened.settle(waiting)).toMatchObject({ thrown: { kind: 'timeout' } });
    expect([opened.live.isClosed, opened.sent.length, opened.clock.pending]).toEqual([true, 1, 0]);
  });

  it('does not count while the reader is busy', async () => {
    const opened = openTurn();
    const events = opened.turn[Symbol.asyncIterator]();
    await opened.settle(events.next());
    await opened.clock.advance(10 * MINUTE);
    expect(opened.live.isClosed).toBe(false);
    opened.live.send(completed('At 10.'));
    expect(await opened.settle(events.next())).toMatchObject({ value: { type: 'message.delta' } });
  });

  it('on every connection is a failure', async () => {
    const silent = stream(start, 'stays');
    const service = scriptService(Array.from({ length: 5 }, () => silent));
    const { failure: thrown } = await collect(service, service.client.turns.stream(CHAT, TURN));
    expect(thrown).toMatchObject({ kind: 'idle-timeout', requestId: REQUEST });
    expect(service.sent).toHaveLength(5);
  });
});

describe('a stream without an outcome', () => {
  const whole = stream(start + completed('A'));
  const asText: Reply = () =>
    new Response(start + completed('A'), { headers: { 'content-type': 'text/plain' } });

  it.each<[string, Reply, string]>([
    ['is truncated', stream(start + delta('At ')), 'stream-truncated'],
    ['is empty', stream(''), 'stream-truncated'],
    ['breaks off', stream(start + delta('At '), 'breaks'), 'connection'],
    ['does not open', unreachable, 'connection'],
    ['does not open in time', mute, 'timeout'],
    ['meets a busy chat', failure(409, 'api_v1_chat_busy'), 'chat-busy'],
    ['is JSON', answer({ data: {} }), 'invalid-response'],
    ['is plain text', asText, 'invalid-response'],
    ['has no body', () => new Response(null, { status: 204 }), 'invalid-response'],
  ])('throws an error with its key when it %s', async (_, reply, kind) => {
    const service = scriptService([reply, whole], { maxRetries: 0 });
    const turn = service.client.turns.stream(CHAT, TURN);
    const { failure: thrown } = await collect(service, turn);
    expect(thrown).toMatchObject({ name: 'ConversationApiError', kind, idempotencyKey: turn.idempotencyKey });
    await expect(turn.final()).rejects.toBe(thrown);
    expect(service.clock.pending).toBe(0);
  });

  it('is closed if it is not an event stream, even if closing fails', async () => {
    const body = () =>
      new ReadableStream({
        cancel() {
          throw new Error('it cannot be closed');
        },
      });
    const service = scriptService([() => new Response(body(), { headers: { 'content-type': 'text/html' } })]);
    const { failure: thrown } = await collect(service, service.client.turns.stream(CHAT, TURN));
    expect(thrown).toMatchObject({
      kind: 'invalid-response',
      message:
        'POST /api/v1/chats/{chat_id}/messages/stream: expected text/event-stream, not a web page (text/html); check baseUrl',
    });
  });

  it.each(['text/event-stream', 'text/event-stream; charset=utf-8', 'Text/Event-Stream;x=y'])(
    'is not assumed for the media type %s',
    async (type) => {
      const service = scriptService([
        () => new Response(start + completed('A'), { headers: { 'content-type': type } }),
      ]);
      expect(await service.settle(service.client.turns.stream(CHAT, TURN).text())).toBe('A');
    },
  );
});
