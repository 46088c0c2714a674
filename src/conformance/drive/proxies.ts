/** The variables that name a proxy. If none is set, requests need no proxy lookup. */
const PROXIES = ['http_proxy', 'https_proxy'] as const;

/** The proxy that a variable names; empty if it names none. Without a scheme it is an HTTP proxy, as for curl. */
export function proxyOf(name: (typeof PROXIES)[number]): string {
  const named = process.env[name] || process.env[name.toUpperCase()] || '';
  return named === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(named) ? named : `http://${named}`;
}

/** Whether the environment names a proxy. */
export function hasProxy(): boolean {
  return PROXIES.some((name) => proxyOf(name) !== '');
}

/** What Node reports about a connection that it could not open. */
interface ConnectError {
  /** The address that it tried. */
  readonly address?: string;
  readonly port?: number;
  /** The name that it could not resolve. */
  readonly hostname?: string;
}

/** Whether a connection to a proxy failed, and not one to the target. */
export function isAboutProxy(error: Error): boolean {
  const { address, port, hostname } = error as ConnectError;
  return PROXIES.some((name) => {
    const url = URL.parse(proxyOf(name));
    if (!url) return false;
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (hostname !== undefined) return hostname === host;
    const portOf = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const isName = !/^[\d.]+$|:/.test(host);
    return port === portOf && (isName || address === host);
  });
}
