import type { ApiFailure } from './api-failure.ts';

/**
 * The response body of a failure. It has all members of the envelope, of which only `message_code` is promised. The details of a failed
 * turn belong to its stored outcome, so a replay repeats the id in them: it names the request that ran the turn.
 */
export function renderFailure(failure: ApiFailure, requestId: string) {
  return {
    status: 'error',
    message: failure.message,
    message_code: failure.messageCode,
    ...(failure.data !== undefined && { data: failure.data }),
    meta: {
      request_id: requestId,
      ...(failure.details && {
        error_details: { ...failure.details, request_id: failure.details.request_id ?? requestId },
      }),
    },
  };
}
