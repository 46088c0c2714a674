import type { ErrorDetails, StreamEvent } from '../../../generated/types.d.ts';

/** The outcome of a turn, in the same form for a blocking answer and a stream. */
export type Outcome =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'failure'; readonly code: string; readonly text: string; readonly details: unknown };

export interface JsonBody {
  readonly message_code: string;
  readonly message: string;
  readonly data?: unknown;
  readonly meta?: { readonly error_details?: ErrorDetails; readonly total?: number };
}

/** Returns the outcome in a terminal event, and undefined for any other event. */
export function outcomeOfEvent({ type, data }: StreamEvent): Outcome | undefined {
  if (type === 'message.completed' || type === 'message.cancelled') return { kind: 'message', message: data };
  if (type !== 'message.error') return undefined;
  return { kind: 'failure', code: data.code, text: data.message, details: withoutRequest(data.details) };
}

export function outcomeOfAnswer(status: number, body: JsonBody): Outcome {
  if (status === 200) return { kind: 'message', message: body.data };
  const { message_code: code, message: text, meta } = body;
  return { kind: 'failure', code, text, details: withoutRequest(meta?.error_details) };
}

/** Whether the outcome is final. A turn that a crash cut has no outcome before its recovery. */
export function isSettled(outcome: Outcome): boolean {
  return outcome.kind === 'message' || outcome.code !== 'outcome_unknown';
}

/** Removes the request id. Over HTTP it belongs to the latest request, in a stream to the request that ran the turn. */
function withoutRequest(details: ErrorDetails | undefined): unknown {
  const { request_id: _, ...rest } = details ?? {};
  return rest;
}
