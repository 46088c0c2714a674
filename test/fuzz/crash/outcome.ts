import type { ErrorDetails, StreamEvent } from '../../../generated/types.d.ts';

/** How a turn ended, as both channels tell it. */
export type Outcome =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'failure'; readonly code: string; readonly text: string; readonly details: unknown };

export interface JsonBody {
  readonly message_code: string;
  readonly message: string;
  readonly data?: unknown;
  readonly meta?: { readonly error_details?: ErrorDetails; readonly total?: number };
}

/** The outcome that a terminal event tells; undefined for any other event. */
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

/** Whether this is the last word: until recovery, a turn that a crash cut has none. */
export function isSettled(outcome: Outcome): boolean {
  return outcome.kind === 'message' || outcome.code !== 'outcome_unknown';
}

/** Over HTTP the details name the request that asks, and in a stream the one that ran the turn. */
function withoutRequest(details: ErrorDetails | undefined): unknown {
  const { request_id: _, ...rest } = details ?? {};
  return rest;
}
