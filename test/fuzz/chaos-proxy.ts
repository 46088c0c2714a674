import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type Random, seededRandom } from '../../scripts/test/random.ts';
import { listen } from '../listen.ts';

export interface ChaosProxy {
  readonly url: string;
  /** Number of pieces passed on. */
  readonly pieces: number;
  close(): Promise<void>;
}

/** Longest piece, in bytes. Most are much shorter, so that lines, characters and chunk sizes are cut. */
const LONGEST = 700;
/** Rounds of the event loop before the next piece, at most. */
const MOST_ROUNDS = 3;

/**
 * A proxy that does everything to bytes that TCP allows: it cuts them into pieces anywhere, joins pieces that arrived separately, and delays each
 * piece. Nothing is lost, so a sound server is still sound behind it.
 */
export async function openChaosProxy(target: string, seed: number): Promise<ChaosProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let connections = 0;
  let pieces = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    connections += 1;
    for (const [from, to, side] of [
      [client, upstream, 0],
      [upstream, client, 1],
    ] as const) {
      keep(from);
      const random = seededRandom(seed * 1_000_003 + connections * 2 + side);
      pass(from, to, random, () => {
        pieces += 1;
      }).catch(() => to.destroy());
    }
  });
  const { url, close } = await listen(server);
  return {
    url,
    get pieces() {
      return pieces;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return close();
    },
  };
}

async function pass(from: Socket, to: Socket, random: Random, onPiece: () => void): Promise<void> {
  for await (const bytes of from as AsyncIterable<Buffer>) {
    for (let start = 0; start < bytes.length; ) {
      const length = 1 + random.below(random.below(4) === 0 ? LONGEST : 30);
      for (let rounds = random.below(MOST_ROUNDS); rounds > 0; rounds -= 1) await setImmediate();
      const hasRoom = to.write(bytes.subarray(start, start + length));
      onPiece();
      start += length;
      if (!hasRoom && !to.destroyed) await Promise.race([once(to, 'drain'), once(to, 'close')]);
    }
  }
  to.end();
}
