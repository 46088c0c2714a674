import { createServer, type RequestListener, type Server } from 'node:http';
import { pathToFileURL } from 'node:url';
import type { RelaySettings } from '../../src/adapters/relay/fetch.ts';
import type { createClient } from '../../src/client/index.ts';
import { listen } from '../listen.ts';
import type { ExampleProject } from './example-project.ts';

type Handler = (request: Request) => Promise<Response>;
type Use = (...facts: unknown[]) => unknown;
type ExpressApp = RequestListener & Readonly<Record<'use' | 'all', Use>>;
interface FastifyApp extends Readonly<Record<'register', Use>> {
  readonly server: Server;
  ready(): Promise<unknown>;
}
interface HonoApp extends Readonly<Record<'use' | 'all', Use>> {
  readonly fetch: Handler;
}

/** The published entries, the examples, and the frameworks as a consumer has them. */
export interface Relays {
  readonly createClient: typeof createClient;
  readonly expressRelay: Use;
  readonly fastifyRelay: Use;
  readonly honoRelay: Use;
  readonly nextRelay: (settings: RelaySettings) => Readonly<Record<string, Handler>>;
  readonly express4: (() => ExpressApp) & { json(): unknown };
  readonly express5: (() => ExpressApp) & { json(): unknown };
  readonly fastify: () => FastifyApp;
  readonly Hono: new () => HonoApp;
  readonly getRequestListener: (handler: Handler) => RequestListener;
  readonly compression: Use;
  readonly compress: Use;
  readonly fastifyCompress: Use;
  readonly expressExample: ExpressApp;
  readonly fastifyExample: FastifyApp;
  readonly honoExample: HonoApp;
}

export async function loadRelays(project: ExampleProject): Promise<Relays> {
  return import(pathToFileURL(await project.bundle('examples/test/relays.js', 'node')).href);
}

/** A site that listens. */
export interface Site {
  readonly url: string;
  close(): Promise<void>;
}

export const PATH = '/api/relay';

function serveExpress(
  version: 'express4' | 'express5',
  middleware: (relays: Relays) => readonly unknown[] = () => [],
): (relays: Relays, settings: RelaySettings) => Promise<Site> {
  return (relays, settings) => {
    const app = relays[version]();
    for (const each of middleware(relays)) app.use(each);
    app.all(PATH, relays.expressRelay(settings));
    return listen(createServer(app));
  };
}

async function serveFastify(app: FastifyApp): Promise<Site> {
  await app.ready();
  return listen(app.server);
}

const serveHono = ({ getRequestListener }: Relays, app: HonoApp) =>
  listen(createServer(getRequestListener(app.fetch)));

/** Ways to serve a relay over HTTP. Each has the compression that people use with the framework. */
export const FRAMEWORKS: Readonly<
  Record<string, (relays: Relays, settings: RelaySettings) => Promise<Site>>
> = {
  'Express 4': serveExpress('express4'),
  'Express 4 with express.json()': serveExpress('express4', ({ express4, compression }) => [
    compression(),
    express4.json(),
  ]),
  'Express 5': serveExpress('express5', ({ compression }) => [compression({ threshold: 0 })]),
  'Express 5 with express.json()': serveExpress('express5', ({ express5 }) => [express5.json()]),
  async Fastify({ fastify, fastifyRelay, fastifyCompress }, settings) {
    const app = fastify();
    await app.register(fastifyCompress, { threshold: 0 });
    app.register(fastifyRelay(settings), { prefix: PATH });
    return serveFastify(app);
  },
  Hono(relays, settings) {
    const app = new relays.Hono();
    app.use(relays.compress({ threshold: 0 }));
    app.all(PATH, relays.honoRelay(settings));
    return serveHono(relays, app);
  },
};

/** The examples as they are. */
export const EXAMPLES: Readonly<Record<string, (relays: Relays) => Promise<Site>>> = {
  Express: ({ expressExample }) => listen(createServer(expressExample)),
  Fastify: ({ fastifyExample }) => serveFastify(fastifyExample),
  Hono: (relays) => serveHono(relays, relays.honoExample),
};
