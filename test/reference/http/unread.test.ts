import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AnswerRounds } from '../../../src/reference/http/answer-rounds.ts';
import type { EventSink, HttpRequest } from '../../../src/reference/http/exchange.ts';
import { connectTo, readToEnd, sendBytes, serve } from './serving.ts';

const STREAM = 'POST /api/v1/chats/1/messages/stream HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n';
const get = (chat: string | number) => `GET /api/v1/chats/${chat} HTTP/1.1\r\nHost: a\r\n\r\n`;
const last = (chat: string | number) => get(chat).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
const MIB = 2 ** 20;

/** Starts a server that keeps its streams open and records the requests that it handles. */
async function serveSlowly(limits = {}) {
  const handled: string[] = [];
  const sinks: EventSink[] = [];
  const url = await serve({
    limits,
    exchange({ operation, path }: HttpRequest) {
      handled.push(path.chat_id as string);
      return operation.operationId === 'streamMessage'
        ? { status: 200, open: (sink) => void sinks.push(sink) }
        : { status: 200, body: {} };
    },
  });
  return { url, handled, sinks };
}

describe('pipelined requests', () => {
  it('are handled one after another, so that only one answer is in memory', async () => {
    const { url, handled, sinks } = await serveSlowly();
    const client = connectTo(url);
    client.write(STREAM + get(2) + last(3));
    await once(client, 'data');
    // The server has read all of them by the time it answers another connection.
    await sendBytes(url, last('other'));
    expect(handled).toEqual(['1', 'other']);
    sinks[0]?.end();
    await readToEnd(client);
    expect(handled).toEqual(['1', 'other', '2', '3']);
  });

  it('close the connection if there are too many', async () => {
    const { url, handled, sinks } = await serveSlowly({ pipelined: 2 });
    const client = connectTo(url);
    client.write(STREAM + get(2) + get(3));
    await once(client, 'data');
    const gone = new Promise<void>((resolve) => sinks[0]?.onGone(resolve));
    client.write(get(4));
    await gone;
    expect(handled).toEqual(['1']);
  });
});

describe('complete answers that no client reads', () => {
  it('are dropped above a limit, the oldest first', async () => {
    const text = 'x'.repeat(16 * MIB);
    const url = await serve({
      limits: { unreadBytes: 40 * MIB },
      exchange: () => ({ status: 200, body: text }),
    });
    const open = async () => {
      const client = connectTo(url);
      client.write(last(1));
      await once(client, 'readable');
      return client;
    };
    const clients = [await open(), await open(), await open()];
    const lengths = await Promise.all(
      clients.map(async (client) => {
        let length = 0;
        try {
          for await (const piece of client) length += piece.length;
        } catch {
          return 0;
        }
        return length;
      }),
    );
    expect(lengths.map((length) => length > text.length)).toEqual([false, true, true]);
  });

  it('are written one per round of the event loop', async () => {
    const rounds = new AnswerRounds();
    const answered: number[] = [];
    rounds.spend(MIB - 1);
    expect(rounds.isSpent).toBe(false);
    rounds.spend(100);
    expect(rounds.isSpent).toBe(false);
    rounds.spend(MIB);
    expect(rounds.isSpent).toBe(true);
    for (const index of [1, 2, 3]) {
      rounds.wait(() => {
        answered.push(index);
        rounds.spend(MIB);
      });
    }
    for (const expected of [[1], [1, 2], [1, 2, 3]]) {
      await setImmediate();
      expect(answered).toEqual(expected);
      expect(rounds.isSpent).toBe(false);
    }
  });
});
