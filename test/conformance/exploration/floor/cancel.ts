import { SENDS } from '../../../../generated/operation-groups.js';
import { answerInstead } from '../../../../src/alterations/decorators/answer-instead.ts';
import { cancelled, fail, succeed } from '../../../../src/alterations/decorators/answers.ts';
import { haveSameToken } from '../../../../src/alterations/decorators/interactions.ts';
import { bodyOf } from '../../../../src/alterations/decorators/requests.ts';
import { isOf, noteEvents, TERMINALS } from '../../../../src/alterations/decorators/rewrite-events.ts';
import type { HttpRequest } from '../../../../src/reference/http/exchange.ts';
import { defect, type FloorDefect } from './defect.ts';
import { both, noteEnds, noteSuccess, noteTurns, tokenOf, useOf } from './notes.ts';

export const CANCEL_DEFECTS: readonly FloorDefect[] = [
  defect(
    'cancel.turn.ok-means-delivered/second-of-a-chat',
    'A 200 means the cancellation was delivered. A cancelled turn ends with `message.cancelled`.',
    'In a chat with a cancelled turn, further cancellations succeed and reach no stream.',
    (exchange) => {
      const running = new Map<string | undefined, HttpRequest>();
      const cut = new Set<string | undefined>();
      const noting = noteEvents((request) => (event) => {
        const { chat_id } = request.path;
        if (event.type === 'message.start') running.set(chat_id, request);
        if (isOf(TERMINALS, event)) running.delete(chat_id);
        if (event.type === 'message.cancelled') cut.add(chat_id);
      });
      return answerInstead('cancelTurn', (request) => {
        const { chat_id } = request.path;
        const turn = running.get(chat_id);
        const isLost = cut.has(chat_id) && bodyOf(request)?.action_id === undefined;
        return isLost && turn && haveSameToken(turn, request) ? cancelled(request) : undefined;
      })(noting(exchange));
    },
  ),
  defect(
    'errors.chat-busy.answer/after-a-cancellation',
    'A chat has at most one running turn. A second send returns 409 `api_v1_chat_busy`',
    'A chat stays busy after a cancelled turn.',
    (exchange) => {
      const stuck = new Map<string | undefined, number>();
      const known = new Set<string>();
      const noting = both(
        noteTurns((request) => known.add(useOf(request))),
        noteEnds(({ path }, { id, status }) => {
          if (status === 'cancelled') stuck.set(path.chat_id, id);
        }),
      );
      return answerInstead(SENDS, (request) => {
        const message_id = stuck.get(request.path.chat_id);
        return message_id !== undefined && !known.has(useOf(request))
          ? fail(request, 'chat-busy', { data: { message_id } })
          : undefined;
      })(noting(exchange));
    },
  ),
  defect(
    'cancel.chat.missing/deleted',
    'Cancelling never creates the chat (404 `api_v1_not_found` if missing or not the credential’s)',
    'A cancellation in a deleted chat succeeds.',
    (exchange) => {
      const deleted = new Map<string | undefined, string | undefined>();
      const noting = noteSuccess('deleteChat', (request) =>
        deleted.set(request.path.chat_id, tokenOf(request)),
      );
      return answerInstead('cancelTurn', (request) => {
        const { chat_id } = request.path;
        return deleted.has(chat_id) && deleted.get(chat_id) === tokenOf(request)
          ? succeed(request, { chat_id, cancelled: false })
          : undefined;
      })(noting(exchange));
    },
  ),
];
