import type { Method } from '../../generated/methods.js';
import { ConversationApiError, type FailureFacts } from './error.ts';
import type { HeaderPairs } from './headers.ts';
import type { Mask } from './mask.ts';
import type { FetchResponse, StreamOptions } from './options.ts';

/** One request. Every repeat of it is sent from the same call. */
export interface Call {
  readonly method: Method;
  /** Values of the path's parameters, in the order of the path. */
  readonly path: readonly (string | number)[];
  readonly query?: unknown;
  /** JSON text, so that a repeat sends the same bytes. */
  readonly body?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Those of the call and, where it has none, those of the client. */
  readonly options: StreamOptions;
  /** The later take precedence. */
  readonly headers: readonly HeaderPairs[];
  /** Hides the tokens of these requests. */
  readonly mask: Mask;
}

/** Names the call in messages. */
export function nameOf({ method }: Call): string {
  return `${method.method} ${method.path}`;
}

/** Whether the answer is a web page, to which a wrong `baseUrl` often leads. */
export function isPage({ headers }: FetchResponse): boolean {
  return /html/i.test(headers.get('content-type') ?? '');
}

/** Names an answer that the service cannot have meant. Its `url` is empty when a `fetch` of the caller has made it. */
export function nameFound(response: FetchResponse): string {
  const { headers, url } = response;
  const type = headers.get('content-type')?.slice(0, 99) || 'no content-type';
  const place = url && ` from ${url}`;
  return isPage(response) ? `a web page (${type})${place}; check baseUrl` : type + place;
}

/** Makes the error for a failure that the client detects itself. */
export function failureOf(
  call: Call,
  kind: ConversationApiError['kind'],
  problem: string,
  facts?: Partial<FailureFacts>,
): ConversationApiError {
  const { idempotencyKey } = call;
  const message = `${nameOf(call)}: ${problem}`;
  return new ConversationApiError({ kind, message, idempotencyKey, status: undefined, ...facts });
}
