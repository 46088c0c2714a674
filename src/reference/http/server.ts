import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Listening, listen } from '../../loopback/index.ts';
import type { LineWriter } from '../service-log.ts';
import { type App, type AppOptions, buildApp } from './app.ts';
import { HTTP_LIMITS, type HttpLimits } from './limits.ts';

export interface HttpServerOptions extends Pick<AppOptions, 'exchange' | 'log'> {
  readonly extraRoutes?: AppOptions['extraRoutes'];
  /** Standard output by default. */
  readonly logTo?: AppOptions['logTo'];
  /** The origins whose pages may call the service, or `*`; none by default. */
  readonly corsOrigin?: string | readonly string[];
  /** How the events of streams are written; `plainFraming` by default. */
  readonly framing?: AppOptions['framing'];
  readonly maskSecrets?: AppOptions['maskSecrets'];
  readonly hostGuard?: AppOptions['hostGuard'];
  readonly limits?: Partial<HttpLimits>;
  readonly onAnswered?: AppOptions['onAnswered'];
  /** Decorates how answers are written as HTTP; undecorated by default. */
  readonly wire?: AppOptions['wire'];
  /** Makes the server reachable; over TCP by default. */
  readonly listen?: typeof listen;
}

export interface HttpServer {
  /**
   * Starts to serve. Port 0 takes any free port.
   *
   * @throws CannotListenError when the address or the port is not available
   */
  listen(place: { readonly host: string; readonly port: number }): Promise<Listening>;
  /** Writes lines of the log; undefined before the server listens, and if logging is off. */
  readonly log: LineWriter | undefined;
  /** The number of open streams. */
  readonly streams: number;
  /** Accepts no more connections, waits up to `closeTimeout` for unfinished answers, then closes all connections. */
  close(): Promise<void>;
}

/** Milliseconds between two checks for idle connections while the server closes. */
const SWEEP_INTERVAL = 25;

/** Serves an exchange over HTTP/1.1. It carries requests and answers without knowing what they mean. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const limits = { ...HTTP_LIMITS, ...options.limits };
  let app: App | undefined;
  let listened = false;
  const sockets = new Set<Socket>();
  return {
    get log() {
      return options.log === 'none' ? undefined : app?.fastify.log;
    },
    get streams() {
      return app?.countStreams() ?? 0;
    },
    async listen({ host, port }) {
      if (listened) throw new Error('a server listens once; create another one');
      listened = true;
      app = await buildApp({
        exchange: options.exchange,
        extraRoutes: options.extraRoutes ?? [],
        log: options.log,
        logTo: options.logTo ?? process.stdout,
        maskSecrets: options.maskSecrets ?? ((text) => text),
        corsOrigin: options.corsOrigin,
        framing: options.framing,
        hostGuard: options.hostGuard,
        wire: options.wire,
        onAnswered: options.onAnswered,
        limits,
      });
      const { server } = app.fastify;
      // One function for all, since thousands of connections can be open.
      const forget = function (this: Socket) {
        sockets.delete(this);
      };
      server.on('connection', (socket: Socket) => sockets.add(socket.on('close', forget)));
      return (options.listen ?? listen)(server, host, port);
    },
    async close() {
      if (app?.fastify.server.listening) await drain(app.fastify.server, sockets, limits.closeTimeout);
      // Only connections that did not come over TCP are still open.
      for (const socket of sockets) socket.destroy();
      await app?.fastify.close();
    },
  };
}

async function drain(server: Server, sockets: ReadonlySet<Socket>, grace: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // Clients open spare connections. Node does not count one as idle before its first request, and would wait for it.
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  // Otherwise a connection whose answer ends later would stay open for another request.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_INTERVAL);
  const cut = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
