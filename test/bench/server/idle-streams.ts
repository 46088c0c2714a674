import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Figure } from '../figure.ts';
import { median } from '../measure.ts';
import { type ServerProcess, startBare, startReference } from './processes.ts';
import { awaitEvent, openConnections, sendRequest } from './raw-streams.ts';
import { keep, turnRequest } from './service.ts';

const STREAMS = 5000;
/** Streams that are opened before the measurement, so that one-time allocations do not count. */
const WARM_UP = 500;
/** File descriptors that this process or a server needs besides its connections. */
const OTHER_FILES = 100;
/** Streams that are opened at the same time. */
const AT_ONCE = 50;
const ROUNDS = 3;
const HOUR = 3600;

/** Compares the memory of idle streams with that of open responses of node:http. */
export async function benchIdleStreams(folder: string): Promise<Figure[]> {
  refuseFewFiles();
  const start = `event: message.start\ndata: ${JSON.stringify({
    chat_id: '0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604',
    message_id: 5000,
    request_id: '5b6c1f0e-2d7a-4b93-8e15-60f2a9c4d871',
  })}\n\n`;
  const file = keep(start, folder);
  const sizes = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    sizes.bare.push(await measureStreams(await startBare('hold', file)));
    sizes.ours.push(await measureStreams(await startReference()));
  }
  const [bare, ours] = [median(sizes.bare), median(sizes.ours)];
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;
  return [
    {
      name: `memory of ${STREAMS} idle streams, to node:http`,
      ratio: ours / bare,
      goal: { atMost: 1.4 },
      whenMissed: 'a turn that waits has its timers, its awaited functions and its row',
      detail: `${kilobytes(ours)} for each; node:http ${kilobytes(bare)}`,
    },
  ];
}

/** @returns bytes of memory for each stream */
async function measureStreams(server: ServerProcess): Promise<number> {
  const warm = await openStreams(server, WARM_UP);
  const before = await server.measureMemory();
  const streams = await openStreams(server, STREAMS);
  const after = await server.measureMemory();
  for (const socket of [...warm, ...streams]) socket.destroy();
  await server.stop();
  return (after - before) / STREAMS;
}

async function openStreams({ url }: ServerProcess, count: number) {
  const sockets = await openConnections(url, count);
  for (let from = 0; from < count; from += AT_ONCE) {
    await Promise.all(sockets.slice(from, from + AT_ONCE).map(openStream));
  }
  return sockets;
}

async function openStream(socket: Socket): Promise<void> {
  const began = awaitEvent(socket, 'message.start');
  sendRequest(socket, turnRequest([{ wait: HOUR }]));
  await began;
}

/** Throws when too few files may be open. Node has raised the limit of this process to its maximum, which servers have too. */
function refuseFewFiles(): void {
  const [, limit] = /^Max open files +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  const needed = STREAMS + WARM_UP + OTHER_FILES;
  if (Number(limit) < needed)
    throw new Error(
      `${needed} files have to be open at once, and the limit is ${limit}; raise it (ulimit -n)`,
    );
}
