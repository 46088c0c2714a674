import { isEventStream, mediaTypeOf } from './headers.ts';
import { isObject } from './json.ts';
import { isSuccessStatus } from './status.ts';

/** The request came to a server that does not answer for its host (RFC 9110, section 15.5.20), whoever says so. */
const MISDIRECTED = 421;

/** The parts of a response that show who sent it. */
export interface AnsweredBy {
  readonly status: number;
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
}

/**
 * Whether an answer comes from the service, and not from a gateway, a proxy or another server on the way. Anything that is not the service's
 * proves nothing about the request.
 *
 * A success in JSON or SSE is the service's, wrapped or not: a service that never wraps is wrong, not absent. A failure is the service's if it
 * has members of the service's envelopes: a `message_code` of any value, or a `meta` object. A 421 never is: it says that the request
 * went astray.
 */
export function isOfService({ status, headers, body }: AnsweredBy): boolean {
  if (isSuccessStatus(status)) return isEventStream(headers) || isJsonType(headers) || body !== undefined;
  return (
    status >= 400 &&
    status !== MISDIRECTED &&
    isObject(body) &&
    ('message_code' in body || isObject(body.meta))
  );
}

function isJsonType(headers: AnsweredBy['headers']): boolean {
  return /^application\/([\w.-]+\+)?json$/.test(mediaTypeOf(headers));
}
