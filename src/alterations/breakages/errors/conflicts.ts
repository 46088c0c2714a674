import type { Exchange, HttpRequest } from '../../../reference/http/exchange.ts';
import { type Breakage, breakage } from '../../alteration.ts';
import { keyOf } from '../../decorators/keys.ts';
import { SENDS } from '../../decorators/operations.ts';
import { rewriteFailures } from '../../decorators/rewrite-answers.ts';
import { rewriteRequests } from '../../decorators/rewrite-requests.ts';

const BUSY = 'api_v1_chat_busy';

/** Conflicts with another turn of the chat, or with an earlier use of the key. */
export const errorConflictBreakages: readonly Breakage[] = [
  breakage(
    'errors.idempotency-conflict.answer/replays',
    'Another body under a used key gets the outcome of the first body.',
    repeatingFirst,
  ),
  breakage(
    'errors.chat-busy.message-id/another',
    'The failure of a busy chat names another turn than the running one.',
    rewriteFailures(SENDS, BUSY, (body) => ({ ...body, data: { message_id: body.data.message_id + 1 } })),
  ),
  breakage(
    'errors.chat-busy.message-id/absent',
    'The failure of a busy chat does not name the running turn.',
    rewriteFailures(SENDS, BUSY, (body) => ({ ...body, data: {} })),
  ),
  breakage(
    'failures.data.extra-facts',
    'The failure of a busy chat names the running turn in meta, and has no data.',
    rewriteFailures('sendMessage', BUSY, ({ data, ...body }) => ({
      ...body,
      meta: { ...body.meta, ...data },
    })),
  ),
];

/** Gives each send the body that its key was first sent with. */
function repeatingFirst(exchange: Exchange): Exchange {
  const bodies = new Map<string, HttpRequest['body']>();
  return rewriteRequests(SENDS, (request) => {
    const key = keyOf(request);
    if (key === undefined) return {};
    if (!bodies.has(key)) bodies.set(key, request.body);
    return { body: bodies.get(key) };
  })(exchange);
}
