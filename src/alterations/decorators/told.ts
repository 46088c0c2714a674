import type { Exchange, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import { OPERATIONS, type OperationId } from '../../reference/http/operation.ts';
import { answerInstead, type bodyOf } from './rewrite.ts';

/** A body of any shape. */
export type Body = ReturnType<typeof bodyOf>;

export const EVERY: readonly OperationId[] = OPERATIONS.map(({ operationId }) => operationId);

export function isSuccess({ status }: { readonly status: number }): boolean {
  return status < 300;
}

/** Whether a failure is the sound server's for a request that it cannot read. */
export function isInvalid(body: Body): boolean {
  return body?.message_code === 'api_v1_invalid_request';
}

/** A failure that the sound server would not give here. */
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

/** A success that the sound server would not give here. */
export function success({ requestId }: HttpRequest, data: unknown): JsonAnswer {
  const meta = { request_id: requestId };
  return { status: 200, body: { status: 'success', message: 'Done', message_code: 'api_v1_ok', data, meta } };
}

/** How a failure is told instead. What is absent stays. */
export interface Retold {
  readonly status?: number;
  readonly code?: string;
  readonly data?: unknown;
}

/** Tells some failures of some operations otherwise. */
export function retell(
  operations: OperationId | readonly OperationId[],
  isMeant: (body: Body, request: HttpRequest, status: number) => boolean,
  as: Retold | ((body: Body, request: HttpRequest) => Retold),
): (exchange: Exchange) => Exchange {
  return answerInstead(operations, async (request, sound) => {
    const answer = await sound(request);
    if ('open' in answer || isSuccess(answer) || answer.body === undefined) return answer;
    if (!isMeant(answer.body, request, answer.status)) return answer;
    const { status, code, data } = typeof as === 'function' ? as(answer.body, request) : as;
    const body: Body = answer.body;
    return {
      ...answer,
      status: status ?? answer.status,
      body: { ...body, ...(code && { message_code: code }), ...(data !== undefined && { data }) },
    };
  });
}
