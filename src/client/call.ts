import type { Method } from '../../generated/methods.js';
import { ConversationApiError, type FailureFacts } from './error.ts';
import type { HeaderPairs } from './headers.ts';
import type { Mask } from './mask.ts';
import type { FetchResponse, StreamOptions } from './options.ts';

/** How a request is sent: as an operation of the contract, or as the caller says. */
interface RequestMethod extends Omit<Method, 'isKeyed'> {
  readonly isKeyed?: boolean;
  /** Whether the contract has no such operation, so that its answer can be anything. */
  readonly isUnknown?: true;
}

/** One request. All its repeats use the same call. */
export interface Call {
  readonly method: RequestMethod;
  /** Values of the path parameters, in the order of the path. */
  readonly path: readonly (string | number)[];
  readonly query?: unknown;
  /** JSON text, so that a repeat sends the same bytes. */
  readonly body?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The options of the call, with the client's options as defaults. */
  readonly options: StreamOptions;
  /** Later entries take precedence. */
  readonly headers: readonly HeaderPairs[];
  /** Masks the tokens of these requests. */
  readonly mask: Mask;
}

/** Names the call in messages. */
export function nameOf({ method }: Call): string {
  return `${method.method} ${method.path}`;
}

/** Whether the response is a web page. A wrong `baseUrl` often leads to one. */
export function isPage({ headers }: FetchResponse): boolean {
  return /html/i.test(headers.get('content-type') ?? '');
}

/** Describes a response that breaks the contract. Its `url` is empty when the caller's own `fetch` created it. */
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
