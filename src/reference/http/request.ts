import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { HttpRequest } from './exchange.ts';
import type { Operation } from './operation.ts';

/** A request to a route that is not part of the contract. */
export type PlainRequest = Omit<HttpRequest, 'operation'>;

/** The result is a plain object, so that a decorator can spread it. If the operation has no body, the body is left out. */
export function operationRequest(operation: Operation, request: FastifyRequest): HttpRequest {
  return {
    operation,
    requestId: request.id,
    path: request.params as HttpRequest['path'],
    query: request.query as HttpRequest['query'],
    header: headerReader(request.raw.headers),
    body: operation.request ? bodyOf(request) : undefined,
  };
}

export function plainRequest(request: FastifyRequest): PlainRequest {
  return {
    requestId: request.id,
    path: request.params as PlainRequest['path'],
    query: request.query as PlainRequest['query'],
    header: headerReader(request.raw.headers),
    body: bodyOf(request),
  };
}

function headerReader(headers: IncomingHttpHeaders): PlainRequest['header'] {
  return (name) => {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
    return typeof value === 'object' ? value.join(', ') : value;
  };
}

function bodyOf(request: FastifyRequest): Buffer | undefined {
  const body = request.body as Buffer | undefined;
  return body?.length ? body : undefined;
}
