import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { renderFailure } from '../failures/render.ts';
import type { HttpLimits } from './limits.ts';
import { missingHost } from './refusals.ts';
import { writeJson } from './response.ts';

/** Number of checks for late requests during `headersTimeout`. A late request is found at the first check after its timeout. */
const CHECKS_PER_TIMEOUT = 10;
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;
/** Idle time before TCP probes whether the client still exists, in milliseconds. */
const KEEP_ALIVE_DELAY = 60_000;
/** Unsent bytes of an answer above which its writer waits. Each event takes several times its bytes in Node's buffer. */
const STREAM_BUFFER = 16 * 1024;

/**
 * Creates Node's server. Requests that Node would refuse with its own answers go to the handler or get our answers. Headers of the same
 * name are joined even where Node would take the first one, so that two Authorization headers are never a valid credential.
 */
export function createNodeServer(handler: RequestListener, limits: HttpLimits): Server {
  const answer = inTurn(handler, limits.pipelined);
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request;
    if (headers.host === undefined && request.httpVersion === '1.1') return refuseHostless(response);
    // Fastify would refuse a malformed content type with its own answer. The service refuses every type that is not JSON.
    const type = headers['content-type'];
    if (type !== undefined && !MEDIA_TYPE.test(type)) headers['content-type'] = 'application/octet-stream';
    answer(request, response);
  };
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      connectionsCheckingInterval: Math.ceil(limits.headersTimeout / CHECKS_PER_TIMEOUT),
      keepAliveTimeout: limits.keepAliveTimeout,
      requireHostHeader: false,
      joinDuplicateHeaders: true,
      // Finds clients that vanished without closing the connection while no events are sent.
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_DELAY,
      noDelay: true,
      highWaterMark: STREAM_BUFFER,
    },
    listener,
  );
  // Node would answer 417. A server may ignore an expectation instead (RFC 9110, 10.1.1).
  server.on('checkExpectation', listener);
  return server;
}

/**
 * Handles the requests of a connection one after another. Node passes on all pipelined requests at once, and would keep all their answers
 * in memory until the client reads them.
 *
 * @param most the maximum number of waiting requests; a connection with more is closed
 */
function inTurn(handler: RequestListener, most: number): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // Node assigns the connection to a response once the previous response is sent.
    if (response.socket !== null) return handler(request, response);
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > most) return void socket.destroy();
    waiting.set(socket, count);
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      handler(request, response);
    });
  };
}

function refuseHostless(response: ServerResponse): void {
  const failure = missingHost();
  writeJson(response, failure.status, renderFailure(failure, randomUUID()), { connection: 'close' });
}
