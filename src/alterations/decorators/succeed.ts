import type { HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';

/** A success that the sound server would not give here. */
export function succeed({ requestId }: HttpRequest, data: unknown): JsonAnswer {
  const body = {
    status: 'success',
    message: 'This server is broken on purpose.',
    message_code: 'api_v1_ok',
    data,
    meta: { request_id: requestId },
  };
  return { status: 200, body };
}
