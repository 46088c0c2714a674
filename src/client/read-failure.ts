import { errorKinds } from '../../generated/error-kinds.js';
import type { ErrorDetails, MessageError } from '../../generated/types.js';
import { ConversationApiError, type FailureFacts } from './error.ts';
import { isObject } from './json.ts';

/** Longest message. Most of it is a service's own text, which may be anything. */
const SHOWN = 300;

/** The failure that an answer tells, by status, `message_code` and `data.code`. The body may be anything. */
export function readFailure(
  { status, statusText, headers }: Response,
  body: unknown,
  doing: string,
  idempotencyKey: string | undefined,
): ConversationApiError {
  const { message = statusText, message_code, data, meta } = isObject(body) ? body : { message: body };
  const { request_id, error_details } = isObject(meta) ? meta : {};
  return failure(status, message_code, isObject(data) ? data.code : undefined, message, error_details, {
    doing: `${doing}: ${status}`,
    data,
    requestId: textOf(request_id),
    retryAfter: readRetryAfter(headers.get('retry-after')),
    idempotencyKey,
  });
}

/** The failure that message.error tells. */
export function readEventFailure(
  data: MessageError,
  requestId: string | undefined,
  idempotencyKey: string,
): ConversationApiError {
  const { code, message, details } = data;
  const doing = 'the turn failed: message.error';
  return failure(undefined, code, undefined, message, details, { doing, data, requestId, idempotencyKey });
}

/** Whether the contract says that repeating the request is safe and of use. */
export function resendOf({ kind }: ConversationApiError): 'soon' | 'wait' | undefined {
  return errorKinds.find((row) => row.kind === kind)?.resend;
}

function failure(
  status: number | undefined,
  code: unknown,
  dataCode: unknown,
  text: unknown,
  details: unknown,
  { doing, ...facts }: Partial<FailureFacts> & { readonly doing: string },
): ConversationApiError {
  // In the rows of the contract, 0 is the status of what fails inside a stream. What asks to wait may be told there too.
  const kind = errorKinds.find(
    (row) =>
      row.status === (status ?? (row.resend === 'wait' ? row.status : 0)) &&
      row.code === code &&
      (row.dataCode ?? dataCode) === dataCode,
  )?.kind;
  return new ConversationApiError({
    ...facts,
    kind: kind ?? 'unknown',
    message: [doing, code, text]
      .filter((part) => typeof part === 'string')
      .join(': ')
      .replace(/\p{C}/gu, ' ')
      .slice(0, SHOWN),
    status,
    messageCode: textOf(code),
    details: isObject(details) ? (details as Partial<ErrorDetails>) : undefined,
    requirement: kind && (status ? `errors.${kind}.answer` : kind.replace('event-', 'events.error.')),
  });
}

/** In milliseconds: the header gives seconds, or a date. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
