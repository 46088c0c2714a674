import type { ApiFailure } from './api-failure.ts';

/** The body of a failure. It carries the envelope's members, of which only `message_code` is promised. */
export function renderFailure(failure: ApiFailure, requestId: string) {
  return {
    status: 'error',
    message: failure.message,
    message_code: failure.messageCode,
    ...(failure.data !== undefined && { data: failure.data }),
    meta: {
      request_id: requestId,
      ...(failure.details && { error_details: { ...failure.details, request_id: requestId } }),
    },
  };
}
