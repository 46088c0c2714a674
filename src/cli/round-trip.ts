import { connect } from 'node:net';

const ATTEMPTS = 3;
const TIMEOUT = 1000;

/**
 * Measures the shortest time in which a connection to a server opens, which is one round trip. Sends no request.
 *
 * @returns milliseconds, or undefined if no connection opens
 */
export async function measureRoundTrip(url: string): Promise<number | undefined> {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const times: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const took = await timeConnection(host, Number(port) || (protocol === 'https:' ? 443 : 80));
    if (took === undefined) break;
    times.push(took);
  }
  return times.length === 0 ? undefined : Math.min(...times);
}

function timeConnection(host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const begun = performance.now();
    const socket = connect({ host, port, timeout: TIMEOUT });
    const end = (took?: number) => {
      socket.destroy();
      resolve(took);
    };
    socket.once('connect', () => end(performance.now() - begun));
    socket.once('timeout', () => end());
    socket.once('error', () => end());
  });
}
