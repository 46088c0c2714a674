import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type AppOptions, buildApp } from './app.ts';
import { CannotListenError } from './cannot-listen.ts';
import { HTTP_LIMITS, type HttpLimits } from './limits.ts';

export interface HttpServerOptions extends Pick<AppOptions, 'exchange' | 'log'> {
  readonly extraRoutes?: AppOptions['extraRoutes'];
  /** Standard output unless given. */
  readonly logTo?: AppOptions['logTo'];
  /** Pages of other origins may not call the service unless given. */
  readonly corsOrigin?: string;
  /** How streams are written; as plainly as can be unless given. */
  readonly framing?: AppOptions['framing'];
  readonly limits?: Partial<HttpLimits>;
}

export interface HttpServer {
  /**
   * Begins to serve; port 0 is any free one.
   *
   * @throws CannotListenError when the address cannot be had
   */
  listen(place: { readonly host: string; readonly port: number }): Promise<{ readonly url: string }>;
  /** Takes no more connections, lets answers that are under way end for a while, then cuts what is left. */
  close(): Promise<void>;
}

/** While closing, how often connections are looked at that may have become idle. */
const SWEEP_INTERVAL = 25;

/** Serves an exchange over HTTP/1.1. It knows how requests and answers travel, and nothing of what they mean. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const limits = { ...HTTP_LIMITS, ...options.limits };
  let app: FastifyInstance | undefined;
  let listened = false;
  const sockets = new Set<Socket>();
  return {
    async listen({ host, port }) {
      if (listened) throw new Error('a server listens once; create another one');
      listened = true;
      app = await buildApp({
        exchange: options.exchange,
        extraRoutes: options.extraRoutes ?? [],
        log: options.log,
        logTo: options.logTo ?? process.stdout,
        corsOrigin: options.corsOrigin,
        framing: options.framing,
        limits,
      });
      const { server } = app;
      server.on('connection', (socket: Socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      });
      server.listen({ host, port });
      try {
        await once(server, 'listening');
      } catch (error) {
        throw new CannotListenError(`${host}:${port}`, error as NodeJS.ErrnoException);
      }
      return { url: urlOf(server.address() as AddressInfo) };
    },
    async close() {
      if (app?.server.listening) await drain(app.server, sockets, limits.closeTimeout);
      await app?.close();
    },
  };
}

async function drain(
  server: FastifyInstance['server'],
  sockets: ReadonlySet<Socket>,
  grace: number,
): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // Clients open connections in reserve. One that has never asked anything is not idle to Node, and would be waited for.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  // A connection whose answer ends from now on would else wait for another request.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_INTERVAL);
  const cut = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

/** A wildcard address is no place to connect to, so the loopback address stands for it. */
function urlOf({ address, family, port }: AddressInfo): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return family === 'IPv6' ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}
