import { once } from 'node:events';
import { Agent, globalAgent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Figure } from './figure.ts';
import { median } from './measure.ts';
import {
  type ServerProcess,
  startBare,
  startBareProxy,
  startRecorder,
  startReference,
} from './server/processes.ts';
import { keep, turnRequest } from './server/service.ts';

const EXCHANGES = 2000;
const CONNECTIONS = 20;
const ROUNDS = 5;
const SCRIPT = [{ say: 'The desk keeps the list of open orders.', pieces: 10 }];

/** The part of the chats that is recorded, and the goal: half of what it was when this was first measured. */
const SAMPLES = { '1%': { atMost: 1.4 }, '100%': { atMost: 4.3 } };

/** Measures the processor time of the recorder for each exchange, to that of a proxy on node:http that only forwards. */
export async function benchRecording(folder: string): Promise<Figure[]> {
  const target = await startBare('turn', keep(await readStream(), folder));
  const bare = await startBareProxy(target.url);
  const recorders = await Promise.all(
    Object.entries(SAMPLES).map(async ([sample, goal]) => {
      const output = join(folder, `recorded-${sample}`);
      const flags = ['--output', output, '--sample', sample, '--rotate', '64MB', '--disk', '1GB'];
      const server = await startRecorder('--target', target.url, ...flags);
      return { sample, goal, server, times: [] as number[] };
    }),
  );
  const lower = { server: bare, times: [] as number[] };
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { server, times } of [lower, ...recorders]) {
        const time = await millisecondsFor(server);
        if (round > 0) times.push(time);
      }
    }
    const ofBare = median(lower.times);
    return recorders.map(({ sample, goal, times }) => ({
      name: `recording ${sample} of the chats, to a proxy on node:http, processor time`,
      ratio: median(times) / ofBare,
      goal,
      whenMissed: 'the recorder judges, masks and writes what it records, and decides what that is',
      detail: `${median(times).toFixed(2)} ms for an exchange; the proxy ${ofBare.toFixed(2)} ms`,
    }));
  } finally {
    await Promise.all([target, bare, ...recorders.map(({ server }) => server)].map((each) => each.stop()));
  }
}

/** The stream of one turn. */
async function readStream(): Promise<string> {
  const server = await startReference();
  try {
    return await sendTurn(server, globalAgent);
  } finally {
    await server.stop();
  }
}

async function sendTurn({ url }: ServerProcess, agent: Agent): Promise<string> {
  const { path, headers, body } = turnRequest(SCRIPT);
  const length = Buffer.byteLength(body);
  const sent = request(`${url}${path}`, {
    method: 'POST',
    agent,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': length },
  });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  return await text(answer);
}

/** @returns the processor time of a server for one exchange, with clients that keep their connections */
async function millisecondsFor(server: ServerProcess): Promise<number> {
  const before = server.processorMilliseconds();
  const agent = new Agent({ keepAlive: true });
  let left = EXCHANGES;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      await sendTurn(server, agent);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  agent.destroy();
  return (server.processorMilliseconds() - before) / EXCHANGES;
}
