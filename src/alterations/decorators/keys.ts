import { randomUUID } from 'node:crypto';
import type { HttpRequest } from '../../reference/http/exchange.ts';
import { withHeader } from './requests.ts';

/** The idempotency key of a request. */
export function keyOf(request: HttpRequest): string | undefined {
  return request.header('idempotency-key');
}

/** The members that give a request a different idempotency key. */
export function withKey(request: HttpRequest, key: string | undefined): Pick<HttpRequest, 'header'> {
  return withHeader(request, 'idempotency-key', key);
}

/** The members that give a request a unique key. */
export function withFreshKey(request: HttpRequest): Pick<HttpRequest, 'header'> {
  return withKey(request, randomUUID());
}

/** Returns a function that says whether it was called with the same argument before. */
export function createRecall<Thing>(): (thing: Thing) => boolean {
  const seen = new Set<Thing>();
  return (thing) => {
    const isAgain = seen.has(thing);
    seen.add(thing);
    return isAgain;
  };
}
