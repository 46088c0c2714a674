import { rootCertificates } from 'node:tls';
import type { DriveLimits } from './limits.ts';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent } from './undici.ts';

export interface DispatcherOptions {
  readonly limits: DriveLimits;
  /** Certificates in PEM that are trusted besides the usual ones. */
  readonly ca: string | undefined;
  /** Whether HTTP_PROXY, HTTPS_PROXY and NO_PROXY of the environment count. */
  readonly usesProxy: boolean;
}

/**
 * Below what servers keep an idle connection for. On a connection that is just being closed a request gets lost, which would look
 * like a failure of the target.
 */
const KEEP_ALIVE = 1000;

/** Opens connections of HTTP/1.1, one request at a time on each, as many as there are requests. */
export function openDispatcher({ limits, ca, usesProxy }: DispatcherOptions): Dispatcher {
  const tls = {
    timeout: limits.connect,
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
  };
  const options = {
    allowH2: false,
    // The transport counts the time itself, in milliseconds; these would be off by a second.
    bodyTimeout: 0,
    headersTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE,
    keepAliveMaxTimeout: KEEP_ALIVE,
    maxHeaderSize: limits.headerBytes,
    pipelining: 1,
  };
  const connect = tellingResets(buildConnector({ ...tls, allowH2: false }));
  if (!usesProxy) return new Agent({ ...options, connect });
  // A tunnel has two ends: the proxy's, and the target's.
  return new EnvHttpProxyAgent({ ...options, connect, proxyTls: tls, requestTls: tls });
}

type Connector = ReturnType<typeof buildConnector>;

/**
 * A body without length or chunks ends with its connection. undici takes a reset for such an end too, and then a connection that
 * broke would look like a server that ended its stream too early. It goes by the error's code.
 */
function tellingResets(connect: Connector): Connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result;
      socket?.prependListener('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNRESET') error.code = 'RESET';
      });
      callback(...result);
    });
}
