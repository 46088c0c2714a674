import { isIP } from 'node:net';
import { isLoopback } from './loopback.ts';

/** A host and an optional port. The URL parser would also take a user, a path or a query. */
const HOST_AND_PORT = /^(?:\[[\da-f:.]+\]|[^\s/?#@:[\]\\,]+)(?::\d*)?$/i;

/** A name can never be that of a Host header without its port. The message says what a name looks like. */
class HostNameError extends Error {
  readonly code = 'invalid-host';
}

/** A request target that is a URL. Its authority is a host and an optional port, as in the header. */
const ABSOLUTE_FORM = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i;

/** Decides whether a server answers a request, by the Host header of the request or by what takes its place. */
export type HostGuard = (authority: string | undefined) => boolean;

/** The host that a request names. If its target is a URL, that URL names the host, and the header has no meaning (RFC 9112, section 3.2.2). */
export function authorityOf({ url = '', headers }: NamedRequest): string | undefined {
  return ABSOLUTE_FORM.exec(url)?.[1] ?? headers.host;
}

/** The part of Node's request that names a host. */
interface NamedRequest {
  readonly url?: string | undefined;
  readonly headers: { readonly host?: string | undefined };
}

/**
 * The guard of a server that listens on a host. If other machines can reach the host, they may use names that the server cannot know. Then
 * there is no guard unless the operator lists the names.
 */
export function guardOf(host: string, allowedHosts: readonly string[] = []): HostGuard | undefined {
  return isLoopback(host) || allowedHosts.length > 0 ? createHostGuard([host, ...allowedHosts]) : undefined;
}

/**
 * Creates the guard against DNS rebinding: a page of another site can make its own name resolve to the address of this server, and the
 * browser then sends that name in Host. Requests that name this machine or one of the given names are accepted. A request
 * without the header does not come from a browser.
 *
 * @param names host names or addresses without a port, in any case
 * @throws HostNameError if a name is anything else
 */
export function createHostGuard(names: readonly string[] = []): HostGuard {
  const own = new Set(names.map(normalizeName));
  // The same client sends the same header again and again.
  let accepted: string | undefined;
  return (header) => {
    if (header === undefined || header === accepted) return true;
    const hostname = hostnameOf(header);
    if (hostname === undefined || !(isLoopback(hostname) || own.has(hostname))) return false;
    accepted = header;
    return true;
  };
}

function hostnameOf(header: string): string | undefined {
  return HOST_AND_PORT.test(header) ? URL.parse(`http://${header}`)?.hostname : undefined;
}

/** Writes a name as the URL parser does, in lower case and with an IPv6 address in brackets. */
function normalizeName(name: string): string {
  const bare = name.replace(/^\[(.*)\]$/, '$1');
  const hostname = isIP(bare) === 6 ? hostnameOf(`[${bare}]`) : hostnameOf(name);
  const hasPort = isIP(bare) === 0 && name.includes(':');
  if (hostname !== undefined && !hasPort) return hostname;
  throw new HostNameError(
    `"${name}" cannot be the host of a request; give a name or an address without scheme and port, such as gateway.example`,
  );
}
