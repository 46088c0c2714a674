import { join } from 'node:path';
import type { Figure } from '../figure.ts';
import { median } from '../measure.ts';
import { type ServerProcess, startReference } from './processes.ts';
import { awaitEvent, countUntilEnd, openConnections, sendRequest } from './raw-streams.ts';
import { createChat, HEADERS, turnRequest } from './service.ts';

const STREAMS = 400;
const ROUNDS = 5;
/** The turns end together, so long after their beginning that all of them have begun. */
const SCRIPT = [{ say: 'The desk keeps the list. ' }, { wait: 3 }, { say: 'It is long.' }];

/** What one request was for, and how long its answer took, in milliseconds. */
type Latencies = Readonly<Record<'health' | 'read', readonly number[]>>;

/**
 * Measures how long other requests wait while many turns begin and end at once: with a data file, to the same in memory. What differs is
 * what the server does for the disk.
 */
export async function benchBesideTurns(folder: string): Promise<Figure[]> {
  const memory = await startReference();
  const file = await startReference('--data', join(folder, 'beside-turns.db'));
  try {
    const slowest: Record<'memory' | 'file', Record<keyof Latencies, number>[]> = { memory: [], file: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const measured = { memory: await measure(memory), file: await measure(file) };
      if (round === 0) continue;
      slowest.memory.push(measured.memory);
      slowest.file.push(measured.file);
    }
    return (['health', 'read'] as const).map((what) => {
      const [inMemory, inFile] = [slowest.memory, slowest.file].map((runs) =>
        median(runs.map((run) => run[what])),
      );
      return figureOf(what, inMemory as number, inFile as number);
    });
  } finally {
    await Promise.all([memory.stop(), file.stop()]);
  }
}

function figureOf(what: keyof Latencies, inMemory: number, inFile: number): Figure {
  const asked = what === 'health' ? '`/healthz`' : 'reading a chat';
  return {
    name: `${asked} beside ${STREAMS} turns that begin and end together, slowest hundredth, with a data file, to in memory, time`,
    ratio: inFile / inMemory,
    ...(what === 'health' && { goal: { atMost: 3 } }),
    detail: `${inFile.toFixed(0)} ms; in memory ${inMemory.toFixed(0)} ms`,
  };
}

async function measure(server: ServerProcess): Promise<Record<keyof Latencies, number>> {
  const { url } = server;
  const chat = await createChat(url, 'Tide tables');
  const sockets = await openConnections(url, STREAMS);
  const state = { isOver: false };
  const watched = Promise.all([watch(`${url}/healthz`, state), watch(`${url}/api/v1/chats/${chat}`, state)]);
  const begun = sockets.map((socket) => awaitEvent(socket, 'message.delta'));
  for (const socket of sockets) sendRequest(socket, turnRequest(SCRIPT));
  await Promise.all(begun);
  await Promise.all(sockets.map((socket) => countUntilEnd(socket, 'message.completed')));
  state.isOver = true;
  const [health, read] = await watched;
  return { health: slowestHundredth(health), read: slowestHundredth(read) };
}

/** Asks again as soon as there is an answer. @returns how long each took */
async function watch(url: string, state: { readonly isOver: boolean }): Promise<readonly number[]> {
  const times: number[] = [];
  while (!state.isOver) {
    const begun = performance.now();
    const answer = await fetch(url, { headers: HEADERS });
    await answer.arrayBuffer();
    times.push(performance.now() - begun);
    // An answer from the same tick would hide how long the thread was busy.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return times;
}

function slowestHundredth(times: readonly number[]): number {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}
