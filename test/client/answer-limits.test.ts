import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../src/client/index.ts';
import { listen } from '../listen.ts';
import { forbidUnhandledRejections } from './harness/rejections.ts';
import { type Reply, scriptService } from './harness/service.ts';
import { CHAT } from './harness/wire.ts';

forbidUnhandledRejections();

const MIB = 2 ** 20;
const LIMIT = 64 * MIB;
const TURN = { content: 'When do we open?', permission_mode: 'auto' } as const;
const EMPTY = Buffer.from('{"data":{}}');

const tooLarge = {
  kind: 'invalid-response',
  message: expect.stringContaining('more than 64 MiB'),
};

/** An answer that starts with an empty object and continues with spaces. Counts the bytes that were read. */
class Padded {
  read = 0;
  isCancelled = false;
  readonly #status: number;
  readonly #size: number;

  constructor(status: number, size = Number.POSITIVE_INFINITY) {
    this.#status = status;
    this.#size = size;
  }

  readonly reply: Reply = () => {
    const pull = (controller: ReadableStreamDefaultController) => {
      const piece = Buffer.alloc(Math.min(MIB, this.#size - this.read), ' ');
      if (this.read === 0) EMPTY.copy(piece);
      this.read += piece.length;
      controller.enqueue(piece);
      if (this.read === this.#size) controller.close();
    };
    const cancel = () => {
      this.isCancelled = true;
    };
    return new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }), { status: this.#status });
  };
}

const CALLS: readonly (readonly [string, number, (client: Client) => Promise<unknown>])[] = [
  ['chats.get', 200, ({ chats }) => chats.get(CHAT)],
  ['turns.send', 200, ({ turns }) => turns.send(CHAT, TURN)],
  ['chats.get', 500, ({ chats }) => chats.get(CHAT)],
  ['turns.stream', 503, ({ turns }) => turns.stream(CHAT, TURN).final()],
];

it.each(CALLS)('an endless answer to %s with status %i is read up to 64 MiB', async (_, status, calling) => {
  const endless = new Padded(status);
  const { client, sent } = scriptService([endless.reply]);
  await expect(calling(client)).rejects.toMatchObject({ ...tooLarge, status });
  expect([endless.read, endless.isCancelled, sent.length]).toEqual([LIMIT + MIB, true, 1]);
});

describe('an answer of 64 MiB', () => {
  it('is read', async () => {
    const { client } = scriptService([new Padded(200, LIMIT).reply]);
    await expect(client.chats.get(CHAT)).resolves.toEqual({});
  });

  it('plus one byte is refused', async () => {
    const { client } = scriptService([new Padded(200, LIMIT + 1).reply]);
    await expect(client.chats.get(CHAT)).rejects.toMatchObject(tooLarge);
  });
});

it('a compressed answer is measured after decompression', async () => {
  const bomb = gzipSync(Buffer.alloc(LIMIT + 1, ' '));
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  });
  const { url: baseUrl, close } = await listen(server);
  try {
    const { chats } = createClient({ baseUrl, token: 'harbor-main' });
    await expect(chats.get(CHAT)).rejects.toMatchObject(tooLarge);
    expect(bomb.length).toBeLessThan(MIB);
  } finally {
    await close();
  }
});
