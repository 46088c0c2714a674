import type { Figure } from '../figure.ts';
import { median } from '../measure.ts';
import { type ServerProcess, startBare, startReference } from './processes.ts';
import { countUntilEnd, openConnections, sendRequest } from './raw-streams.ts';
import { keep, turnRequest } from './service.ts';

const STREAMS = 500;
const PIECES = 400;
const ROUNDS = 3;
const SCRIPT = [{ say: 'The desk keeps the list of open orders. '.repeat(PIECES / 2), pieces: PIECES }];
const DELTA = 'event: message.delta\n';

/** Measures the deltas per second of many simultaneous streams, and those of node:http writing the same bytes in as many pieces. */
export async function benchDeltas(folder: string): Promise<Figure[]> {
  const ours = await startReference();
  const bare = await startBare('stream', keep(await readStream(ours), folder));
  try {
    const speeds = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const measured = { bare: await measureDeltas(bare), ours: await measureDeltas(ours) };
      if (round === 0) continue;
      speeds.bare.push(measured.bare);
      speeds.ours.push(measured.ours);
    }
    const [speed, bareSpeed] = [median(speeds.ours), median(speeds.bare)];
    const name = `deltas of ${STREAMS} streams at once`;
    return [
      { name, amount: { value: speed, unit: 'deltas/s' } },
      {
        name: `${name}, to node:http`,
        ratio: speed / bareSpeed,
        goal: { atLeast: 0.6 },
        detail: `node:http ${bareSpeed.toFixed(0)} deltas/s`,
      },
    ];
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
}

async function readStream({ url }: ServerProcess): Promise<string> {
  const { path, headers, body } = turnRequest(SCRIPT);
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  return await answer.text();
}

/** @returns deltas per second, from the first request to the end of the last stream */
async function measureDeltas({ url }: ServerProcess): Promise<number> {
  const sockets = await openConnections(url, STREAMS);
  const ends = sockets.map((socket) => countUntilEnd(socket, DELTA));
  const requests = sockets.map(() => turnRequest(SCRIPT));
  const begun = performance.now();
  for (const [index, socket] of sockets.entries()) {
    const request = requests[index];
    if (request) sendRequest(socket, request);
  }
  const counts = await Promise.all(ends);
  const seconds = (performance.now() - begun) / 1000;
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total !== STREAMS * PIECES) throw new Error(`${total} deltas arrived of ${STREAMS * PIECES}`);
  return total / seconds;
}
