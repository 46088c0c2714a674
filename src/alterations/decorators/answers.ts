import { refusal } from '../../reference/failures/api-failure.ts';
import { renderFailure } from '../../reference/failures/render.ts';
import type { ErrorRowId } from '../../reference/failures/rows.ts';
import { type UnlistedId, unlisted } from '../../reference/failures/unlisted.ts';
import type { HttpAnswer, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import { actionIdOf, type Body } from './requests.ts';

/** A success that the sound server would not give here. */
export function succeed({ requestId }: HttpRequest, data: unknown): JsonAnswer {
  const meta = { request_id: requestId };
  return { status: 200, body: { status: 'success', message: 'Done', message_code: 'api_v1_ok', data, meta } };
}

/** A success saying that an interaction is resolved. */
export function resolved(request: HttpRequest): JsonAnswer {
  return succeed(request, { action_id: actionIdOf(request), state: 'resolved' });
}

/** A success saying that a turn was cancelled. */
export function cancelled(request: HttpRequest): JsonAnswer {
  return succeed(request, { chat_id: request.path.chat_id, cancelled: true });
}

/** A failure with its own code, or with another row's code. */
export function failure(
  { requestId }: HttpRequest,
  status: number,
  message_code: string,
  data?: unknown,
): JsonAnswer {
  return {
    status,
    body: {
      status: 'error',
      message: 'This server reads an open point otherwise.',
      message_code,
      ...(data !== undefined && { data }),
      meta: { request_id: requestId },
    },
  };
}

/** The failure of a row of spec/errors.yaml. */
export function fail(
  { requestId }: HttpRequest,
  row: ErrorRowId,
  facts?: Parameters<typeof refusal>[1],
): JsonAnswer {
  const listed = refusal(row, facts);
  return { status: listed.status, body: renderFailure(listed, requestId) };
}

/** A refusal for which spec/errors.yaml has no row. */
export function refuse({ requestId }: HttpRequest, id: UnlistedId = 'invalid-request'): JsonAnswer {
  const refused = unlisted(id, 'This server is broken on purpose.');
  return { status: refused.status, body: renderFailure(refused, requestId) };
}

export function notPending(request: HttpRequest): JsonAnswer {
  return fail(request, 'action-not-pending');
}

export function isSuccess({ status }: { readonly status: number }): boolean {
  return status < 300;
}

/** Whether the body is the sound server's failure for a malformed request. */
export function isInvalid(body: Body): boolean {
  return body?.message_code === 'api_v1_invalid_request';
}

/** The `message_code` of an answer, or undefined for a stream. */
export function codeOf(answer: HttpAnswer): unknown {
  return 'open' in answer
    ? undefined
    : (answer.body as { readonly message_code?: unknown } | undefined)?.message_code;
}
