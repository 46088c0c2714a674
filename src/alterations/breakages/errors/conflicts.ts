import type { Exchange, HttpRequest } from '../../../reference/http/exchange.ts';
import { rewriteAnswers, rewriteRequests } from '../../decorators/rewrite.ts';
import type { Breakage } from '../breakage.ts';

const SENDS = ['sendMessage', 'streamMessage'] as const;

/** What other turns and keys should prevent, and does not. */
export const errorConflictBreakages: readonly Breakage[] = [
  {
    id: 'errors.idempotency-conflict.answer/replays',
    requirement: 'errors.idempotency-conflict.answer',
    port: 'exchange',
    behaviour: 'Another body under a used key gets the outcome of the first.',
    exchange: repeatingFirst,
  },
  {
    id: 'errors.chat-busy.message-id/another',
    requirement: 'errors.chat-busy.message-id',
    port: 'exchange',
    behaviour: 'A busy chat names another turn than the running one.',
    exchange: rewriteAnswers(SENDS, (body) =>
      isBusy(body) ? { ...body, data: { message_id: body.data.message_id + 1 } } : body,
    ),
  },
  {
    id: 'errors.chat-busy.message-id/absent',
    requirement: 'errors.chat-busy.message-id',
    port: 'exchange',
    behaviour: 'A busy chat does not name its running turn.',
    exchange: rewriteAnswers(SENDS, (body) => (isBusy(body) ? { ...body, data: {} } : body)),
  },
];

function isBusy(body: { message_code?: unknown }): boolean {
  return body.message_code === 'api_v1_chat_busy';
}

/** Each send under a key has the body of the first one. */
function repeatingFirst(exchange: Exchange): Exchange {
  const bodies = new Map<string, HttpRequest['body']>();
  return rewriteRequests(SENDS, (request) => {
    const key = request.header('idempotency-key');
    if (key === undefined) return {};
    if (!bodies.has(key)) bodies.set(key, request.body);
    return { body: bodies.get(key) };
  })(exchange);
}
