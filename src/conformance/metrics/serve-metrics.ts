import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { authorityOf, guardOf, type HostGuard, listen } from '../../loopback/index.ts';
import { PROMETHEUS_TEXT } from './prometheus-text.ts';

/** An IPv6 address may be in brackets; the port is 0 for any free one. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

export interface ServedMetrics {
  /** The URL of the metrics, with the address that was bound. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Answers `GET /metrics`. The listener is its own, since every path of the recorder's belongs to the target.
 *
 * @param render called for each request
 * @throws CannotListenError if the address is not available
 */
export async function serveMetrics(
  render: () => string,
  { host, port }: MetricsAddress,
): Promise<ServedMetrics> {
  const guard = guardOf(host);
  const server = createServer((request, response) => answer(request, response, guard, render));
  const { address } = await listen(server, host, port);
  return {
    url: `http://${address}/metrics`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  guard: HostGuard | undefined,
  render: () => string,
): void {
  const { method, url = '/' } = request;
  const refusal =
    (guard?.(authorityOf(request)) === false &&
      ([421, 'the Host header does not name this machine'] as const)) ||
    (url.split('?', 1)[0] !== '/metrics' && ([404, 'there is only /metrics here'] as const)) ||
    (method !== 'GET' && method !== 'HEAD' && ([405, '/metrics is read with GET'] as const));
  const [status, text] = refusal || ([200, render()] as const);
  response.writeHead(status, {
    'content-type': refusal ? 'text/plain; charset=utf-8' : PROMETHEUS_TEXT,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...(status === 405 && { allow: 'GET, HEAD' }),
  });
  response.end(text);
}
