import type { HttpRequest } from '../../reference/http/exchange.ts';
import type { Wrap } from '../alteration.ts';
import { isFor, type Operations } from './operations.ts';
import { type Body, withBody } from './requests.ts';

/** Changes requests of some operations before the sound server receives them. */
export function rewriteRequests(
  operations: Operations,
  change: (request: HttpRequest) => Partial<HttpRequest>,
): Wrap {
  return (exchange) => (request) =>
    exchange(isFor(operations, request) ? { ...request, ...change(request) } : request);
}

/** Changes the bodies of requests before the sound server receives them. */
export function rewriteBodies(operations: Operations, change: (body: Body) => Body): Wrap {
  return rewriteRequests(operations, (request) => withBody(request, change));
}

/** Observes requests of some operations without changing them. */
export function noteRequests(operations: Operations, note: (request: HttpRequest) => void): Wrap {
  return rewriteRequests(operations, (request) => {
    note(request);
    return {};
  });
}
