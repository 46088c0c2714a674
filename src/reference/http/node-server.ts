import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { renderFailure } from '../failures/render.ts';
import type { HttpLimits } from './limits.ts';
import { missingHost } from './refusals.ts';
import { writeJson } from './response.ts';

/** How often Node looks for requests that are late; a request can take this much longer than it may. */
const CHECKS_PER_TIMEOUT = 10;
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;
const KEEP_ALIVE_PROBES = 60_000;

/**
 * Node's server, with what it would answer in its own words turned over to us. Two headers of one name are joined, also where
 * Node would take the first: two Authorization headers are then no valid credential, instead of whichever came first.
 */
export function createNodeServer(handler: RequestListener, limits: HttpLimits): Server {
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request;
    if (headers.host === undefined && request.httpVersion === '1.1') return refuseHostless(response);
    // Every body is taken for JSON, so a type that cannot be read is as good as none.
    const type = headers['content-type'];
    if (type !== undefined && !MEDIA_TYPE.test(type)) headers['content-type'] = undefined;
    handler(request, response);
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
      // Finds clients that vanished without a word while a stream is silent.
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_PROBES,
      noDelay: true,
    },
    listener,
  );
  // Node would answer 417 in its own words; an expectation that is not met may be passed over (RFC 9110, 10.1.1).
  server.on('checkExpectation', listener);
  return server;
}

function refuseHostless(response: ServerResponse): void {
  const failure = missingHost();
  writeJson(response, failure.status, renderFailure(failure, randomUUID()), { connection: 'close' });
}
