import type { Method } from '../../generated/methods.js';
import { ConversationApiError, type FailureFacts } from './error.ts';
import type { Mask } from './mask.ts';

/** One request. Every repeat of it is sent from the same call. */
export interface Call {
  readonly method: Method;
  /** Values of the path's parameters, in the order of the path. */
  readonly path: readonly (string | number)[];
  readonly query?: unknown;
  /** JSON text, so that a repeat sends the same bytes. */
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Hides the tokens of these requests. */
  readonly mask: Mask;
}

/** Makes the error for a failure that the client detects itself. */
export function failureOf(
  { method, idempotencyKey }: Call,
  kind: ConversationApiError['kind'],
  problem: string,
  facts?: Partial<FailureFacts>,
): ConversationApiError {
  const message = `${method.method} ${method.path}: ${problem}`;
  return new ConversationApiError({ kind, message, idempotencyKey, status: undefined, ...facts });
}
