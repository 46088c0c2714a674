import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import cors from '@fastify/cors';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { authorityOf, type HostGuard } from '../../loopback/index.ts';
import type { MaskSecrets } from '../secrets/secret-mask.ts';
import type { Framing } from './event-sink.ts';
import type { Exchange } from './exchange.ts';
import type { HttpLimits } from './limits.ts';
import { type LogFormat, loggerOptions } from './log-format.ts';
import type { LogStream } from './log-queue.ts';
import { createNodeServer } from './node-server.ts';
import { foreignHost, refusalOf } from './refusals.ts';
import { refuseBytes, refuseTunnel } from './refused-bytes.ts';
import { RequestLog } from './request-log.ts';
import { type Incoming, type OnAnswered, Responder } from './responder.ts';
import { addRoute, type ExtraRoute, type Handler, routesOf, templateOf, unroutedHandler } from './routes.ts';

export interface AppOptions {
  readonly exchange: Exchange;
  readonly extraRoutes: readonly ExtraRoute[];
  readonly log: LogFormat;
  readonly logTo: LogStream;
  readonly maskSecrets: MaskSecrets;
  /** The origin whose pages may call the service, or `*` for all. */
  readonly corsOrigin: string | readonly string[] | undefined;
  readonly framing: Framing | undefined;
  /** Decides by the host that it names whether a request is answered; undefined to answer all. */
  readonly hostGuard: HostGuard | undefined;
  readonly limits: HttpLimits;
  readonly onAnswered?: OnAnswered | undefined;
  readonly wire?: ((listener: RequestListener) => RequestListener) | undefined;
}

export interface App {
  readonly fastify: FastifyInstance;
  /** The number of open streams. */
  countStreams(): number;
}

/** Builds the server with its routes, without listening. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { corsOrigin, limits } = options;
  const app = await bareApp(options);
  const log = options.log === 'none' ? undefined : new RequestLog(app.log);
  const responder = new Responder(limits, log, corsOrigin !== undefined, options.framing, options.onAnswered);
  const routes = routesOf(options.exchange, options.extraRoutes);
  const methods = [...new Set(routes.map(({ method }) => method))];
  const unrouted = unroutedHandler(app, methods, responder);

  app.server.on('clientError', (error, socket) => refuseBytes(error, socket, limits, log));
  app.server.on('connect', (_request, socket) => refuseTunnel(socket, log));
  app.setErrorHandler(unreadHandler(responder, unrouted, limits));
  app.setNotFoundHandler(unrouted);
  if (options.hostGuard) guardHost(app, options.hostGuard, responder);
  if (corsOrigin !== undefined) await app.register(cors, corsOptions(corsOrigin, methods));
  for (const route of routes) addRoute(app, route, responder, unrouted);
  await app.ready();
  return { fastify: app, countStreams: () => responder.streams };
}

/** Creates a Fastify server. Turns off its request logging, body parsers and answers to bad requests, since this server has its own. */
async function bareApp({
  limits,
  log,
  logTo,
  maskSecrets,
  wire = (listener) => listener,
}: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    logger: await loggerOptions(log, logTo, maskSecrets),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.bodyBytes,
    exposeHeadRoutes: false,
    // Fastify would refuse a long id itself. The service refuses it like every other invalid id.
    routerOptions: { maxParamLength: limits.headerBytes },
    serverFactory: (handler) => createNodeServer(wire(handler), limits),
    // Turns off Fastify's own answer, so that `refuseBytes` can answer and write to the log.
    clientErrorHandler: () => {},
    // No route has a schema. Fastify would load ajv and another compiler for them, which the package leaves out.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: (error, request, reply) => app.errorHandler(error, request, reply),
  });
  // Avoids a logger for each request: all lines are written through the logger of the app.
  if (log !== 'none') app.setChildLoggerFactory((parent) => parent);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

function noSchemas(): never {
  throw new Error('no route has a schema');
}

/** Refuses requests for foreign hosts before anything else looks at them. */
function guardHost(app: FastifyInstance, accepts: HostGuard, responder: Responder): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (accepts(authorityOf(request.raw))) done();
    else responder.refuse({ request, reply, route: templateOf(request) }, foreignHost());
  });
}

/** Answers a request whose path or body could not be read. */
function unreadHandler(responder: Responder, unrouted: Handler, limits: HttpLimits) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const incoming: Incoming = { request, reply, route: templateOf(request) };
    if (!isRefusal(error)) responder.fail(incoming, error);
    else if (request.is404 && error.code !== 'FST_ERR_BAD_URL') unrouted(request, reply);
    else responder.refuse(incoming, refusalOf(error.code, limits));
  };
}

function isRefusal({ statusCode }: FastifyError): boolean {
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500;
}

function corsOptions(origin: string | readonly string[], methods: string[]) {
  return {
    origin: typeof origin === 'string' ? origin : [...origin],
    methods,
    allowedHeaders: ['authorization', 'idempotency-key', 'content-type'],
    // An OPTIONS request that is not a preflight gets the same empty answer, instead of Fastify's own error message.
    strictPreflight: false,
  };
}
