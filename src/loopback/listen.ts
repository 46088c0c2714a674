import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';

/** Where a server listens. */
export interface Listening {
  /** A base URL that clients on this machine can use, without a trailing slash. */
  readonly url: string;
  /** The address and port as they were bound; an IPv6 address is in brackets. */
  readonly address: string;
}

/** A server cannot listen on an address. The message names the address and says what to do. */
export class CannotListenError extends Error {
  readonly code = 'cannot-listen';

  constructor(place: string, cause: NodeJS.ErrnoException) {
    const reason = REASONS[cause.code ?? ''] ?? `${cause.message}; choose another address`;
    super(`cannot listen on ${place}: ${reason}`, { cause });
    this.name = 'CannotListenError';
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses the port; stop it, or choose another port (0 takes any free port)',
  EACCES: 'this user may not use the port; choose one above 1023',
  EADDRNOTAVAIL: 'this machine does not have the address; choose one that it has, such as 127.0.0.1',
  ENOTFOUND: 'no address is known for the name; choose an address, such as 127.0.0.1',
};

/**
 * Starts to listen.
 *
 * @param host a name or an address; an IPv6 address may be in brackets
 * @param port 0 takes any free port
 * @throws CannotListenError
 */
export async function listen(server: Server, host: string, port: number): Promise<Listening> {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  server.listen({ host: bare, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new CannotListenError(placeOf(bare, port), error as NodeJS.ErrnoException);
  }
  const bound = server.address() as AddressInfo;
  return { url: urlOf(bound), address: placeOf(bound.address, bound.port) };
}

/** Nobody can connect to a wildcard address, so the URL has the loopback address instead. */
function urlOf({ address, port }: AddressInfo): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return `http://${placeOf(host, port)}`;
}

function placeOf(host: string, port: number): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}
