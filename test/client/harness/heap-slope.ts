/**
 * `node --expose-gc heap-slope.ts SORT`: makes 5,000 calls of one sort, and prints as JSON by how many bytes of heap each call between the
 * 1,000th and the 5,000th has grown the process, and how many timers are left. The server has a process of its own, and with it its memory.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type Client, createClient } from '../../../src/client/index.ts';
import { CHAT, completed, delta, start } from './wire.ts';

const CALLS = { warm: 1000, all: 5000, atOnce: 25 };
const SPANS = 2;
const PER_SPAN = (CALLS.all - CALLS.warm) / SPANS;
/** Large enough that a request which stays alive shows among everything else. */
const TURN = { content: 'Tide tables. '.repeat(500), permission_mode: 'auto' } as const;
const STREAM = { 'content-type': 'text/event-stream' };

const SERVER = 'as a server';

if (process.argv[2] === SERVER) await serve();
const child = fork(import.meta.filename, [SERVER], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
const [port] = await once(child, 'message');

/** Serves until the other process ends. */
async function serve(): Promise<never> {
  const server = createServer((request, response) => {
    request.resume();
    const url = request.url ?? '';
    if (url.startsWith('/stalled')) return;
    if (url.startsWith('/missing')) {
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"message_code":"api_v1_not_found"}');
    } else if (url.endsWith('/stream')) {
      response.writeHead(200, STREAM).write(start + delta('At 10.'));
      if (!url.startsWith('/open')) response.end(completed('At 10.'));
    } else response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"id":7}}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.((server.address() as AddressInfo).port);
  await once(process, 'disconnect');
  process.exit();
}

function clientOf(path: string): Client {
  return createClient({
    baseUrl: `http://127.0.0.1:${port}/${path}`,
    token: 'harbor-main',
    maxRetries: 0,
  });
}

/** One call of each sort. */
const SORTS: Readonly<Record<string, () => Promise<unknown>>> = {
  answered: () => clients.sound.turns.send(CHAT, TURN),
  streamed: () => clients.sound.turns.stream(CHAT, TURN).final(),
  failed: () => clients.missing.chats.get(CHAT),
  'timed out': () => clients.stalled.turns.send(CHAT, TURN, { timeout: 1 }),
  aborted: () => {
    const controller = new AbortController();
    const call = clients.stalled.turns.send(CHAT, TURN, { signal: controller.signal });
    void setImmediate().then(() => controller.abort());
    return call;
  },
  // One signal for all calls, as that of a server that is shutting down.
  'aborted by one of two signals': () => {
    const own = new AbortController();
    const signal = AbortSignal.any([own.signal, shutdown.signal]);
    const call = clients.stalled.turns.send(CHAT, TURN, { signal });
    void setImmediate().then(() => own.abort());
    return call;
  },
  'answered beside one signal': () => clients.sound.turns.send(CHAT, TURN, { signal: shutdown.signal }),
  'left in the middle': async () => {
    for await (const { type } of clients.open.turns.stream(CHAT, TURN)) if (type === 'message.delta') break;
  },
  'left in silence': async () => {
    const events = clients.open.turns.stream(CHAT, TURN)[Symbol.asyncIterator]();
    await events.next();
    await events.next();
    const pending = events.next();
    await events.return?.();
    await pending;
  },
  'never read': async () => void clients.open.turns.stream(CHAT, TURN),
};

const shutdown = new AbortController();
const clients = {
  sound: clientOf('sound'),
  missing: clientOf('missing'),
  stalled: clientOf('stalled'),
  open: clientOf('open'),
};

const call = SORTS[process.argv[2] ?? ''];
if (!call) throw new Error(`there is no sort ${process.argv[2]}; there are ${Object.keys(SORTS).join(', ')}`);
await repeat(call, CALLS.warm);
const measures = [await measure()];
for (let span = 0; span < SPANS; span++) {
  await repeat(call, PER_SPAN);
  measures.push(await measure());
}
const slopes = measures.slice(1).map(({ heap }, span) => (heap - (measures[span]?.heap ?? 0)) / PER_SPAN);
const [first, last] = [measures[0], measures.at(-1)];
console.log(
  JSON.stringify({
    // What stays alive makes the heap grow in every span. What the engine has not collected yet is gone in another one.
    slope: Math.round(Math.min(...slopes)),
    timers: (last?.timers ?? 0) - (first?.timers ?? 0),
  }),
);
process.exit();

async function repeat(make: () => Promise<unknown>, times: number): Promise<void> {
  for (let made = 0; made < times; made += CALLS.atOnce)
    await Promise.allSettled(Array.from({ length: CALLS.atOnce }, make));
}

async function measure(): Promise<{ readonly heap: number; readonly timers: number }> {
  // What a call leaves behind may take several collections, since finalizers run between them.
  for (let times = 0; times < 10; times++) {
    for (let turn = 0; turn < 50; turn++) await setImmediate();
    globalThis.gc?.();
  }
  const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  return { heap: process.memoryUsage().heapUsed, timers };
}
