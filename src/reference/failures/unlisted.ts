import { ApiFailure } from './api-failure.ts';

/**
 * Failures that the service document does not specify, with this server's choice for each. No client should rely on these
 * codes.
 */
const UNLISTED = {
  'invalid-request': { status: 400, messageCode: 'api_v1_invalid_request' },
  unauthenticated: { status: 401, messageCode: 'api_v1_unauthenticated' },
  /** The caller may see a skill but not change it, or shares it with a user of another company. */
  forbidden: { status: 403, messageCode: 'api_v1_forbidden' },
  'unknown-route': { status: 404, messageCode: 'api_v1_unknown_route' },
  'method-not-allowed': { status: 405, messageCode: 'api_v1_method_not_allowed' },
  'request-timeout': { status: 408, messageCode: 'api_v1_request_timeout' },
  'payload-too-large': { status: 413, messageCode: 'api_v1_payload_too_large' },
  'unsupported-media-type': { status: 415, messageCode: 'api_v1_unsupported_media_type' },
  /** The Host header names neither this machine nor a name that the operator allowed. */
  'misdirected-request': { status: 421, messageCode: 'api_v1_misdirected_request' },
  /** The credential has as many running turns as the server allows. */
  'too-many-turns': { status: 429, messageCode: 'api_v1_too_many_turns' },
  'headers-too-large': { status: 431, messageCode: 'api_v1_headers_too_large' },
  internal: { status: 500, messageCode: 'api_v1_internal_error' },
} as const;

export type UnlistedId = keyof typeof UNLISTED;

/** In seconds. The server cannot predict when a turn ends; most turns take longer than this. */
const RETRY_AFTER = 5;

/** @param owner the owner of the turns, as the subject of a sentence */
export function tooManyTurns(owner: string, limit: number): ApiFailure {
  const message = `${owner} has ${limit} running turns. Send the turn again when one of them has ended.`;
  return new ApiFailure({ ...UNLISTED['too-many-turns'], message, retryAfter: RETRY_AFTER });
}

/** Creates a failure that spec/errors.yaml does not list. */
export function unlisted(id: UnlistedId, message: string, data?: unknown): ApiFailure {
  return new ApiFailure({ ...UNLISTED[id], message, ...(data !== undefined && { data }) });
}
