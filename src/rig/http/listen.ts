import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server cannot listen on the address. */
class CannotListenError extends Error {
  readonly code = 'cannot-listen';
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use; choose another --port, or 0 for any free one',
  EACCES: 'may not be used by this user; choose a --port above 1023',
  EADDRNOTAVAIL: 'is no address of this machine; choose another --host',
  ENOTFOUND: 'is no address of this machine; choose another --host',
};

/**
 * Starts to listen. Port 0 takes any free port.
 *
 * @returns the URL without a trailing slash
 * @throws CannotListenError
 */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new CannotListenError(`${host}:${port} ${REASONS[code] ?? `cannot be used: ${message}`}`, {
      cause: error,
    });
  }
  return urlOf(server.address() as AddressInfo);
}

/** Clients cannot connect to a wildcard address, so the URL has the loopback address instead. */
function urlOf({ address, family, port }: AddressInfo): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return family === 'IPv6' ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}
