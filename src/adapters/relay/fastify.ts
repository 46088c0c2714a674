import { fetchRelay, type RelaySettings } from './fetch.ts';
import { answerNode, type NodeHeaders, type NodeResponse, type NodeStream, streamOf } from './node.ts';

export type { AskedTurn, RelaySettings } from './fetch.ts';
export type { NodeHeaders, NodeResponse, NodeStream };

/** The part of Fastify's request that a relay uses. */
export interface FastifyRequest {
  /** The method, in capitals. */
  readonly method: string;
  /** All headers. */
  readonly headers: NodeHeaders;
  /** The path and query of the page's request. */
  readonly originalUrl: string;
  /** `http` or `https`. */
  readonly protocol: string;
  /** What the parser of this plugin returns: the body as a stream. */
  readonly body: unknown;
}

/** The part of Fastify's reply that a relay uses. */
export interface FastifyReply {
  /** The response of Node. */
  readonly raw: NodeResponse;
}

/** The part of Fastify that a relay uses. */
export interface FastifyApp {
  /** Removes the parsers of bodies in this scope. */
  removeAllContentTypeParsers(): unknown;
  /** Adds a parser of bodies in this scope. */
  addContentTypeParser(
    type: '*',
    parser: (request: unknown, body: NodeStream) => Promise<NodeStream>,
  ): unknown;
  /** Adds a route for every method. */
  all(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<Response>): unknown;
}

/**
 * Makes a plugin for Fastify: `app.register(fastifyRelay({ … }), { prefix: '/api/relay' })`. The plugin reads bodies itself, so `bodyLimit` of the
 * relay applies, and not that of Fastify.
 */
export function fastifyRelay(settings: RelaySettings): (app: FastifyApp) => Promise<void> {
  const handle = fetchRelay(settings);
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', async (_request, body) => body);
    app.all('/', ({ method, protocol, originalUrl: path, headers, body: stream }, { raw: response }) => {
      const body = () => streamOf(stream as NodeStream);
      return answerNode(handle, { method, protocol, path, headers, body, response });
    });
  };
}
