import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The pause between two attempts to connect, in milliseconds. A server that is compiled first takes longer than this to come back. */
const BETWEEN = 200;

/**
 * Resolves when a server has gone away and accepts connections again, or when the signal is aborted. The function holds a connection open,
 * because even a short restart ends it. If the server accepts the next connection at once, it has not restarted.
 */
export async function untilRestarted(url: string, signal: AbortSignal): Promise<void> {
  const address = addressOf(url);
  for (let held = await open(address, signal); held; ) {
    await ended(held, signal);
    if (signal.aborted) return;
    held = await open(address, signal);
    // Avoids a tight loop with a server that ends idle connections at once.
    if (held) await pause(BETWEEN, undefined, { signal }).catch(() => {});
  }
  while (!signal.aborted) {
    const back = await open(address, signal);
    back?.destroy();
    if (back) return;
    await pause(BETWEEN, undefined, { signal }).catch(() => {});
  }
}

function addressOf(url: string): { readonly host: string; readonly port: number } {
  const { hostname, port, protocol } = new URL(url);
  const usual = protocol === 'https:' ? 443 : 80;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual : Number(port) };
}

/** @returns a connection; undefined if the server accepts none */
async function open(address: ReturnType<typeof addressOf>, signal: AbortSignal): Promise<Socket | undefined> {
  if (signal.aborted) return undefined;
  const socket = connect(address);
  try {
    await once(socket, 'connect', { signal });
    return socket.on('error', () => {}).resume();
  } catch {
    socket.destroy();
    return undefined;
  }
}

async function ended(socket: Socket, signal: AbortSignal): Promise<void> {
  if (!socket.closed) await once(socket, 'close', { signal }).catch(() => {});
  socket.destroy();
}
