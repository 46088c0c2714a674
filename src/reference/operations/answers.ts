import { ApiFailure } from '../failures/api-failure.ts';
import { renderFailure } from '../failures/render.ts';
import { unlisted } from '../failures/unlisted.ts';
import type { JsonAnswer } from '../http/exchange.ts';
import type { Context, PageRequest } from './context.ts';

/** The envelope of a success (section 2.1). */
export function success({ request }: Context, message: string, data: unknown, status = 200): JsonAnswer {
  return {
    status,
    body: {
      status: 'success',
      message,
      message_code: 'api_v1_ok',
      data,
      meta: { request_id: request.requestId },
    },
  };
}

/** The envelope of a list. */
export function listed(
  { request, page }: Context,
  message: string,
  data: readonly unknown[],
  total: number,
): JsonAnswer {
  const meta: PageRequest & { request_id: string; total: number } = {
    request_id: request.requestId,
    ...page,
    total,
  };
  return { status: 200, body: { status: 'success', message, message_code: 'api_v1_ok', data, meta } };
}

/** @param report hears of what is no refusal but a defect */
export function failed(error: unknown, requestId: string, report: (error: unknown) => void): JsonAnswer {
  if (error instanceof ApiFailure) return { status: error.status, body: renderFailure(error, requestId) };
  report(error);
  return failed(
    unlisted('internal', 'The server failed to answer. This is a defect of the server.'),
    requestId,
    report,
  );
}
