import { defaultSeedValue } from '../../../../generated/default-seed.js';
import { SENDS } from '../../../../generated/operation-groups.js';
import type { OperationId } from '../../../reference/http/operation.ts';
import type { ChatRecord, Chats } from '../../../reference/store/store.ts';
import { type Breakage, type BreakageId, breakage, type Wrap } from '../../alteration.ts';
import { answerInstead } from '../../decorators/answer-instead.ts';
import { refuse, succeed } from '../../decorators/answers.ts';
import { inStore } from '../../decorators/ports.ts';
import { bodyOf } from '../../decorators/requests.ts';
import { rewriteAnswers, rewriteData } from '../../decorators/rewrite-answers.ts';
import { rewriteAllItems } from '../../decorators/rewrite-lists.ts';
import { noteRequests, rewriteBodies } from '../../decorators/rewrite-requests.ts';
import { unserved } from '../kinds/answered.ts';

const HOUR = 3_600_000;

/** Runs turns that name no model with the company's model. */
export const forgettingModels = rewriteBodies(SENDS, (body) => ({
  model_id: defaultSeedValue.companies[0]?.default_model,
  ...body,
}));

/** Changing and deleting chats, and creating them with a turn. */
export const chatChangeBreakages: readonly Breakage[] = [
  unserved('chats.update.exists', 'updateChat'),
  breakage(
    'chats.list.exists/created-by-send',
    'A chat that a turn created is not listed.',
    rewriteAllItems('listChats', (chats) => chats.filter(({ name }) => name !== null)),
  ),
  breakage(
    'chats.answer.chat/cancelled',
    'A chat is no favorite any more once its turn was cancelled.',
    (exchange) => {
      const cancelled = new Set<string | undefined>();
      const noting = noteRequests('cancelTurn', ({ path }) => cancelled.add(path.chat_id));
      return rewriteData('getChat', (chat) =>
        cancelled.has(chat.id) ? { ...chat, is_favorite: false } : chat,
      )(noting(exchange));
    },
  ),
  breakage(
    'chats.update.model-not-editable',
    'A change of a chat can change its model.',
    editing('model_id'),
  ),
  breakage(
    'chats.update.permission-mode-not-editable',
    'A change of a chat can change its permission mode.',
    editing('permission_mode'),
  ),
  breakage(
    'chats.update.model-not-editable/beside-name',
    'A change of the name of a chat can change its model.',
    editing('model_id', 'name'),
  ),
  breakage(
    'chats.update.permission-mode-not-editable/beside-favorite',
    'A change of the flag of a chat can change its permission mode.',
    editing('permission_mode', 'is_favorite'),
  ),
  breakage(
    'chats.updated-at.last-activity',
    'The updated_at of a chat with a turn is an hour too early.',
    (exchange) => {
      const used = new Set<string | undefined>();
      const noting = noteRequests(SENDS, ({ path }) => used.add(path.chat_id));
      const lagging = rewriteData('getChat', (chat, { request }) =>
        used.has(request.path.chat_id) ? { ...chat, updated_at: anHourBefore(chat.updated_at) } : chat,
      );
      return lagging(noting(exchange));
    },
  ),
  writtenBack('chats.update.name/during-turn', 'name', ({ name }) => ({ name })),
  writtenBack('chats.update.is-favorite/during-turn', 'flag', ({ isFavorite }) => ({ isFavorite })),
  unserved('chats.delete.exists', 'deleteChat'),
  breakage(
    'chats.delete.exists/still-there',
    'Deleting a chat succeeds, but the chat stays.',
    answerInstead('deleteChat', (request) => succeed(request, { id: request.path.chat_id, deleted: true })),
  ),
  ...SENDS.map((operation) =>
    breakage(
      `chats.implicit.created-by-send/${operation}`,
      'A turn is refused when its chat does not exist yet.',
      refusingNewChats(operation),
    ),
  ),
  breakage(
    'chats.implicit.created-by-send/version',
    'A turn is refused when the id of its chat is a UUID of another version than 4.',
    answerInstead(SENDS, (request) => (request.path.chat_id?.[14] === '4' ? undefined : refuse(request))),
  ),
  breakage(
    'chats.model-id.default-of-turns',
    "A turn that names no model is answered by the company's model, even if its chat has another one.",
    forgettingModels,
  ),
];

/** Shows a member of a chat as in the last update request. @param beside what else such a request needs */
function editing(member: string, beside = member): Wrap {
  return (exchange) => {
    const named = new Map<string | undefined, unknown>();
    const noting = noteRequests('updateChat', (request) => {
      const body = bodyOf(request);
      if (body && member in body && beside in body) named.set(request.path.chat_id, body[member]);
    });
    const showing = rewriteData(['getChat', 'updateChat'], (chat, { request }) =>
      named.has(request.path.chat_id) ? { ...chat, [member]: named.get(request.path.chat_id) } : chat,
    );
    return showing(noting(exchange));
  };
}

function refusingNewChats(operation: OperationId): Wrap {
  return (exchange) => {
    const known = new Set<string | undefined>();
    const noting = rewriteAnswers(['createChat', 'sendMessage'], (body, { status, request }) => {
      if (status === 200) known.add(request.path.chat_id ?? body.data.id);
      return body;
    });
    return answerInstead(operation, (request) =>
      known.has(request.path.chat_id) ? undefined : refuse(request),
    )(noting(exchange));
  };
}

function anHourBefore(time: string): string {
  return new Date(Date.parse(time) - HOUR).toISOString();
}

/** At its end, a turn writes back a part of its chat as it was at the start. */
function writtenBack<const Id extends string>(
  id: BreakageId<Id>,
  part: string,
  partOf: (chat: ChatRecord) => Parameters<Chats['update']>[1],
): Breakage {
  return breakage(
    id,
    `The ${part} of a chat is at the end of a turn what it was at its start.`,
    inStore('turns', ({ begin, close }, { store: { chats } }) => {
      const starts = new Map<number, ChatRecord>();
      return {
        begin(...turn) {
          const id = begin(...turn);
          const chat = chats.find(turn[0].chatId);
          if (chat) starts.set(id, chat);
          return id;
        },
        close(id, outcome, at) {
          const start = starts.get(id);
          if (start) chats.update(start.id, partOf(start), at);
          return close(id, outcome, at);
        },
      };
    }),
  );
}
