import { rootCertificates } from 'node:tls';
import type { DriveLimits } from './limits.ts';
import { hasProxy, proxyOf } from './proxies.ts';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from './undici.ts';

export interface DispatcherOptions {
  readonly limits: DriveLimits;
  /** Certificates in PEM that are trusted in addition to the usual ones. */
  readonly ca: string | undefined;
  /** Whether to use HTTP_PROXY, HTTPS_PROXY and NO_PROXY from the environment. */
  readonly usesProxy: boolean;
  /** Opens connections; over TCP by default, or through a proxy. */
  readonly connect?: Connector | undefined;
}

/**
 * Milliseconds until an idle connection is closed. This is less than the timeout of common servers: a request on a connection that the
 * server is closing would be lost, and would look like a failure of the target.
 */
const KEEP_ALIVE = 1000;

/** Error codes of a connection that the server closed without announcing it in a response. */
const CLOSED: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'RESET', 'ECONNRESET', 'EPIPE']);

/**
 * Opens an HTTP/1.1 connection for each concurrent request, without pipelining. A server may close a connection at any time (RFC 9112,
 * section 9.5), so a request on a reused connection can be lost. Once a server has closed a connection like that, every further request
 * gets a new one.
 */
export function openDispatcher(options: DispatcherOptions): Pick<Dispatcher, 'dispatch' | 'destroy'> {
  let single: Dispatcher | undefined;
  const reusing = openAgent(options, 1, () => {
    single ??= openAgent(options, 0, () => {});
  });
  return {
    dispatch: (request, handler) => (single ?? reusing).dispatch(request, handler),
    destroy: async () => {
      await Promise.all([reusing.destroy(), single?.destroy()]);
    },
  };
}

/**
 * @param pipelining how many requests may be in flight on a connection; with 0 the connection is closed after one request
 * @param onClosed called when the other side closes a connection without announcing it
 */
function openAgent(
  { limits, ca, usesProxy, connect: given }: DispatcherOptions,
  pipelining: 0 | 1,
  onClosed: () => void,
): Dispatcher {
  const tls = {
    timeout: limits.connect,
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
  };
  const options = {
    allowH2: false,
    // The transport enforces its own timeouts, in milliseconds. Those of undici are off by up to a second.
    bodyTimeout: 0,
    headersTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE,
    keepAliveMaxTimeout: KEEP_ALIVE,
    maxHeaderSize: limits.headerBytes,
    pipelining,
  };
  // Behind a proxy, undici opens its pools with few of these options, and reports nothing about their connections.
  const factory = (origin: string | URL, { connect: opening, ...rest }: Pool.Options) => {
    const connect = typeof opening === 'function' ? reportingResets(opening) : opening;
    const pool = new Pool(origin, { ...rest, ...options, ...(connect && { connect }) });
    return pool.on('disconnect', (_origin, _targets, error: NodeJS.ErrnoException) => {
      if (CLOSED.has(error.code)) onClosed();
    });
  };
  const connect = given ?? buildConnector({ ...tls, allowH2: false });
  if (given || !usesProxy || !hasProxy()) return new Agent({ ...options, factory, connect });
  // The TLS options apply both to the proxy and to the target behind it.
  const proxies = { httpProxy: proxyOf('http_proxy'), httpsProxy: proxyOf('https_proxy') };
  return new EnvHttpProxyAgent({ ...options, ...proxies, factory, connect, proxyTls: tls, requestTls: tls });
}

/** Opens connections for undici. */
export type Connector = ReturnType<typeof buildConnector>;

/**
 * Makes undici report connection resets. A body without a length or chunked encoding ends when the connection closes, and undici treats a
 * reset, which it knows by its error code, as a normal end. A broken connection would then look like a server that ended its stream too
 * early.
 */
function reportingResets(connect: Connector): Connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result;
      socket?.prependListener('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNRESET') error.code = 'RESET';
      });
      callback(...result);
    });
}
