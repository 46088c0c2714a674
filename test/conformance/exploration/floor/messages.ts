import { SENDS } from '../../../../generated/operation-groups.js';
import { type Body, bodyOf } from '../../../../src/alterations/decorators/requests.ts';
import { rewriteData } from '../../../../src/alterations/decorators/rewrite-answers.ts';
import { rewriteAllItems } from '../../../../src/alterations/decorators/rewrite-lists.ts';
import { rewriteListed } from '../../../../src/alterations/decorators/rewrite-turns.ts';
import { defect, type FloorDefect } from './defect.ts';
import { hidingDeleted } from './hiding.ts';
import { noteSuccess, tokenOf } from './notes.ts';

export const MESSAGE_DEFECTS: readonly FloorDefect[] = [
  defect(
    'messages.prompt.as-sent/later-overwrites-earlier',
    'prompt: What was sent',
    'All turns of a chat are listed with the prompt of the latest one.',
    (exchange) => {
      const latest = new Map<string | undefined, string>();
      const noting = noteSuccess(SENDS, (request) =>
        latest.set(request.path.chat_id, bodyOf(request)?.content),
      );
      return rewriteData('listMessages', (turns, { request }) => {
        const prompt = latest.get(request.path.chat_id);
        return prompt === undefined ? turns : turns.map((turn: Body) => ({ ...turn, prompt }));
      })(noting(exchange));
    },
  ),
  defect(
    'messages.chat-id.equals-start/chat-of-the-last-send',
    'chat_id: Owning chat',
    'A turn is listed with the id of the chat in which the credential sent last.',
    (exchange) => {
      const last = new Map<string | undefined, string | undefined>();
      const noting = noteSuccess(SENDS, (request) => last.set(tokenOf(request), request.path.chat_id));
      return rewriteData('listMessages', (turns, { request }) =>
        turns.map((turn: Body) => ({ ...turn, chat_id: last.get(tokenOf(request)) ?? turn.chat_id })),
      )(noting(exchange));
    },
  ),
  defect(
    'states.chat.deletion-removes/send-brings-turns-back',
    'A chat is active or soft-deleted. Deletion removes it for the API and the application.',
    'A send to a deleted chat succeeds and brings its turns back.',
    hidingDeleted({
      parameter: 'chat_id',
      remove: 'deleteChat',
      change: 'updateChat',
      list: 'listChats',
      revive: SENDS,
      removed: (id) => ({ id, deleted: true }),
    }),
  ),
  defect(
    'messages.status.cancelled-in-history/completed-after-the-next-turn',
    'In the history a turn that ended with `message.cancelled` reads `cancelled`',
    'A cancelled turn reads `completed` once another turn follows it.',
    rewriteAllItems('listMessages', (turns) =>
      turns.map((turn, index) =>
        turn.status === 'cancelled' && index < turns.length - 1 ? { ...turn, status: 'completed' } : turn,
      ),
    ),
  ),
  defect(
    'usage.shape.same-everywhere/earlier-turns-as-text',
    'The usage shape and types are identical in stream, synchronous response, replay and history (integers, snake_case).',
    'The history writes the counters of all turns but the latest as text.',
    rewriteAllItems('listMessages', (turns) =>
      turns.map((turn, index) =>
        turn.usage && index < turns.length - 1 ? { ...turn, usage: asText(turn.usage) } : turn,
      ),
    ),
  ),
  defect(
    'messages.metadata.echoed/inherited-in-the-history',
    'metadata: The metadata sent with the turn, echoed verbatim',
    'A turn without metadata is listed with that of the turn before it.',
    rewriteAllItems('listMessages', (turns) => {
      let metadata: unknown = null;
      return turns.map((turn) => {
        metadata = turn.metadata ?? metadata;
        return { ...turn, metadata };
      });
    }),
  ),
  defect(
    'messages.metadata.echoed/lost-by-a-cancellation',
    'metadata: The metadata sent with the turn, echoed verbatim',
    'A cancelled turn is listed without its metadata.',
    rewriteListed((turn) => (turn.status === 'cancelled' ? { ...turn, metadata: null } : turn)),
  ),
];

function asText(usage: object): object {
  const text = ([name, value]: [string, unknown]) => [name, typeof value === 'number' ? `${value}` : value];
  return Object.fromEntries(Object.entries(usage).map(text));
}
