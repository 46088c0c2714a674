import type { ApiFailure } from '../failures/api-failure.ts';
import { type UnlistedId, unlisted } from '../failures/unlisted.ts';
import type { HttpLimits } from './limits.ts';

interface Refusal {
  readonly id: UnlistedId;
  message(limits: HttpLimits): string;
}

/** The answers to requests that Node or Fastify cannot read, by the code of their error. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  FST_ERR_BAD_URL: {
    id: 'invalid-request',
    message: () => 'The path is not valid. Percent-encode each part of it as UTF-8.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    id: 'payload-too-large',
    message: ({ bodyBytes }) => `The body is too large. Send at most ${bodyBytes} bytes.`,
  },
  HPE_HEADER_OVERFLOW: {
    id: 'headers-too-large',
    message: ({ headerBytes }) =>
      `The request line and headers are too large. Send less than ${headerBytes} bytes.`,
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    id: 'payload-too-large',
    message: () => 'The extensions of a chunk are too large. Send the body without them.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    id: 'request-timeout',
    message: ({ requestTimeout }) =>
      `The request did not arrive in time. Send it again, within ${requestTimeout / 1000} seconds.`,
  },
};

const NOT_HTTP: Refusal = {
  id: 'invalid-request',
  message: () => 'The request is not valid HTTP/1.1. Check its line, headers and length.',
};

/** The failure for a request that could not be read. @param code the code of the error that Node or Fastify raised */
export function refusalOf(code: string | undefined, limits: HttpLimits): ApiFailure {
  const { id, message } = REFUSALS[code ?? ''] ?? NOT_HTTP;
  return unlisted(id, message(limits));
}

/** @param allowed the methods of the path; empty for a method that no path has */
export function methodNotAllowed(allowed: readonly string[]): ApiFailure {
  const remedy = allowed.length > 0 ? `Send ${allowed.join(' or ')}.` : 'Send a method of the contract.';
  return unlisted('method-not-allowed', `This path does not support the method. ${remedy}`);
}

export function unknownRoute(): ApiFailure {
  return unlisted(
    'unknown-route',
    'The server has no such path. The paths of the service start with /api/v1/.',
  );
}

export function unreadableParameter(): ApiFailure {
  return unlisted('invalid-request', 'A part of the path holds a control character. Remove it.');
}

export function missingHost(): ApiFailure {
  return unlisted('invalid-request', 'The Host header is missing. Send it: HTTP/1.1 requires it.');
}

export function foreignHost(): ApiFailure {
  return unlisted(
    'misdirected-request',
    'The Host header, or the URL in the request line, does not name this server. Send localhost or an address of this machine, or ask the operator to allow the name.',
  );
}

/** A defect of this server. The client learns only how to report it. */
export function defect(): ApiFailure {
  return unlisted(
    'internal',
    "The server failed. Report it with meta.request_id, which is in the server's log.",
  );
}
