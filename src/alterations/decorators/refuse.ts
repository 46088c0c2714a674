import { renderFailure } from '../../reference/failures/render.ts';
import { type UnlistedId, unlisted } from '../../reference/failures/unlisted.ts';
import type { HttpAnswer, HttpRequest, JsonAnswer } from '../../reference/http/exchange.ts';
import type { OperationId } from '../../reference/http/operation.ts';
import { rewriteAnswers } from './rewrite.ts';

/** A failure that the sound server would not give here. */
export function refuse({ requestId }: HttpRequest, id: UnlistedId = 'invalid-request'): JsonAnswer {
  const failure = unlisted(id, 'This server is broken on purpose.');
  return { status: failure.status, body: renderFailure(failure, requestId) };
}

/** The `message_code` of an answer. A stream has none. */
export function codeOf(answer: HttpAnswer): unknown {
  return 'open' in answer ? undefined : (answer.body as { readonly message_code?: unknown }).message_code;
}

/** Tells one failure by the code of another. */
export function recode(operations: OperationId | readonly OperationId[], from: string, to: string) {
  return rewriteAnswers(operations, (body) =>
    body?.message_code === from ? { ...body, message_code: to } : body,
  );
}
