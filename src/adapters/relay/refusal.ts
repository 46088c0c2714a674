import type { ConversationApiError } from '../../client/error.ts';

type Kind = ConversationApiError['kind'];

/** What the relay itself refuses. The page may know its message. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly kind: Kind;
  readonly status: number;

  constructor(kind: Kind, status: number, message: string) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

/**
 * Makes the answer for a failure, which `createRelayClient` reads. The message of the service stays here, since it may name what a page should
 * not know. `data` and details are passed on if the contract defines them.
 */
export function explain(error: Refusal | ConversationApiError): Response {
  const { kind } = error;
  if (error instanceof Refusal) {
    const { status, message } = error;
    return failed(status, { kind, status, message });
  }
  const { status = null, messageCode, requestId, retryAfter, requirement } = error;
  const { data, details } = requirement === undefined ? {} : error;
  // The client of the server has already repeated what can be repeated.
  const headers = new Headers({ 'x-should-retry': 'false' });
  if (retryAfter !== undefined) headers.set('retry-after', `${Math.ceil(retryAfter / 1000)}`);
  return failed(
    status ?? (kind === 'timeout' ? 504 : 502),
    {
      kind,
      status,
      message_code: messageCode,
      data,
      meta: { request_id: requestId, error_details: details },
    },
    headers,
  );
}

function failed(status: number, body: object, headers = new Headers()): Response {
  headers.set('cache-control', 'no-store');
  return Response.json(body, { status, headers });
}
