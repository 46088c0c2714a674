import { connect, type Socket } from 'node:net';
import { median } from '../measure.ts';

export interface Target {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Load {
  readonly connections: number;
  readonly rounds: number;
  /** Duration of one round for one target, in seconds. */
  readonly duration: number;
}

/**
 * Sends requests to several servers as fast as they answer, in turn and in short rounds, so that other load on the machine affects
 * all of them alike. The first round only warms them up and does not count.
 *
 * @returns the median of the answers per second for each server
 * @throws Error when an answer is not a success
 */
export async function compareThroughput<Name extends string>(
  targets: Readonly<Record<Name, Target>>,
  load: Load,
): Promise<Record<Name, number>> {
  const names = Object.keys(targets) as Name[];
  const speeds = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= load.rounds; round++) {
    for (const name of names) {
      const speed = await measureThroughput(targets[name], load);
      if (round > 0) speeds[name].push(speed);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(speeds[name])])) as Record<Name, number>;
}

async function measureThroughput({ url, headers = {} }: Target, load: Load): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const lines = Object.entries({ host: hostname, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const begun = performance.now();
  const end = begun + load.duration * 1000;
  const counts = await Promise.all(
    Array.from({ length: load.connections }, () => askUntil(connect(Number(port), hostname), request, end)),
  );
  const seconds = (performance.now() - begun) / 1000;
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

/**
 * Sends a request again as soon as its answer has arrived. Reads only the status and length of an answer, so that the load uses little of
 * the processor time that the servers need.
 *
 * @returns the number of answers
 */
function askUntil(socket: Socket, request: Buffer, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    let head = Buffer.alloc(0);
    /** Bytes of the body still to come; undefined while reading the head. */
    let left: number | undefined;
    socket.setNoDelay(true);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the server closed the connection')));
    socket.write(request);
    socket.on('data', (chunk) => {
      let body = chunk.length;
      if (left === undefined) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const headEnd = head.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        const text = head.toString('latin1', 0, headEnd);
        const [, length] = /\r\ncontent-length: (\d+)/i.exec(text) ?? [];
        if (!text.startsWith('HTTP/1.1 200 ') || length === undefined)
          return void socket.destroy(new Error(`no success of a known length: ${text}`));
        body = head.length - headEnd - 4;
        left = Number(length);
        head = Buffer.alloc(0);
      }
      left -= body;
      if (left > 0) return;
      left = undefined;
      count += 1;
      if (performance.now() < end) return void socket.write(request);
      socket.removeAllListeners('close').destroy();
      resolve(count);
    });
  });
}
