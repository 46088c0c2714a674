import { errorKinds } from '../../generated/error-kinds.js';
import type { ErrorDetails, MessageError } from '../../generated/types.js';
import { type Call, isPage, nameFound, nameOf } from './call.ts';
import { ConversationApiError, type FailureFacts } from './error.ts';
import type { FetchHeaders, FetchResponse } from './options.ts';
import { isObject, textOf } from './read-event.ts';

/** Maximum length of a message, in characters. Most of it is the service's own text, which can have any length. */
const LONGEST_MESSAGE = 300;

/**
 * Makes the error for a failed response. Its kind follows from the status, `message_code` and `data.code`.
 * @param body The parsed JSON, or the text when it is not JSON.
 */
export function readFailure(response: FetchResponse, body: unknown, call: Call): ConversationApiError {
  const { status, statusText, headers } = response;
  // A web server sends a page for an unknown path. The page of a gateway error, such as 502, gives the reason, so it is kept.
  const text = isPage(response) && [404, 405].includes(status) ? nameFound(response) : body;
  const { message = statusText, message_code, data, meta } = isObject(body) ? body : { message: text };
  const { request_id, error_details } = Object(meta);
  return failure(call, status, message_code, Object(data).code, message, error_details, {
    context: `${nameOf(call)}: ${status}`,
    data,
    requestId: textOf(request_id),
    retryAfter: readRetryAfter(headers),
    shouldRetry: [true, false].find((advice) => headers.get('x-should-retry') === String(advice)),
  });
}

/** Makes the error for a message.error. */
export function readEventFailure(
  data: MessageError,
  requestId: string | undefined,
  call: Call,
): ConversationApiError {
  const { code, message, details } = data;
  const context = 'the turn failed: message.error';
  return failure(call, undefined, code, undefined, message, details, { context, data, requestId });
}

/** What the contract says about sending the same request again: `soon`, a few times, or `wait` until the turn has ended. */
export function resendOf({ kind, status = 0 }: ConversationApiError): 'soon' | 'wait' | undefined {
  return errorKinds.find((row) => row.kind === kind && (row.status === status || row.resend === 'wait'))
    ?.resend;
}

/** Kinds of failures with a code that the contract does not list, by HTTP status. */
const UNLISTED_KINDS: Readonly<Record<number, ConversationApiError['kind']>> = {
  400: 'invalid-request',
  401: 'unauthenticated',
  422: 'invalid-request',
  429: 'rate-limited',
};

function failure(
  { idempotencyKey, mask }: Call,
  status: number | undefined,
  code: unknown,
  dataCode: unknown,
  text: unknown,
  details: unknown,
  { context, ...facts }: Partial<FailureFacts> & { readonly context: string },
): ConversationApiError {
  // In the table, failures inside a stream have the status 0. A failure with `wait` may also arrive inside a stream.
  const row = errorKinds.find(
    (row) =>
      row.status === (status ?? (row.resend === 'wait' ? row.status : 0)) &&
      (row.code ?? `api_v1_${row.kind.replaceAll('-', '_')}`) === code &&
      (row.dataCode ?? dataCode) === dataCode,
  );
  return new ConversationApiError({
    ...facts,
    kind: row?.kind ?? UNLISTED_KINDS[status ?? 0] ?? 'unknown',
    channel: status ? 'http' : 'stream',
    // Masked before it is cut, since cutting could leave part of a token.
    message: cut(mask.text([context, code, text].filter((part) => typeof part === 'string').join(': '))),
    idempotencyKey,
    status,
    messageCode: textOf(code),
    details: isObject(details) ? (details as Partial<ErrorDetails>) : undefined,
    requirement:
      row && (row.status ? `errors.${row.kind}.answer` : `events.error.${String(code).replaceAll('_', '-')}`),
  });
}

/** Cuts a long message at the end of a word. */
function cut(message: string): string {
  return message.length > LONGEST_MESSAGE
    ? `${message.slice(0, LONGEST_MESSAGE - 1).replace(/\s\S{0,40}$/, '')}…`
    : message;
}

/** A number without a sign or an exponent. `Number` would accept many other texts, such as `0x10` and a blank. */
const NUMBER = /^\d+(\.\d+)?$/;

/**
 * Returns milliseconds. `retry-after-ms` is a number of them, and takes precedence, as in other clients. `Retry-After` is a number of
 * seconds, which may have a fraction, or a date. A date is compared with the clock of the service, if the answer shows it.
 */
function readRetryAfter(headers: FetchHeaders): number | undefined {
  const read = (name: string) => headers.get(name) ?? '';
  const exact = read('retry-after-ms');
  const after = read('retry-after');
  let wait = readDate(after) - (readDate(read('date')) || Date.now());
  if (NUMBER.test(after)) wait = Number(after) * 1000;
  if (NUMBER.test(exact)) wait = Number(exact);
  return Number.isFinite(wait) ? Math.max(wait, 0) : undefined;
}

/** Only a date contains a time of day; `Date.parse` would accept any number. */
function readDate(text: string): number {
  return Date.parse(/:\d\d/.test(text) ? text : '');
}
