import { SENDS } from '../../../generated/operation-groups.js';
import type { OperationId } from '../../reference/http/operation.ts';
import type { Ports } from '../../reference/ports.ts';
import { freshChat } from '../../reference/store/fresh-chat.ts';
import type { Owner } from '../../reference/store/store.ts';
import { type PortChange, type Variant, variant } from '../alteration.ts';
import { carryingRequest, inStore, requestWorkedFor, rewriteStore } from '../decorators/ports.ts';
import { bodyOf } from '../decorators/requests.ts';

const TITLE_LENGTH = 40;

/** Chats that no client created with createChat. */
export const chatStoreVariants: readonly Variant[] = [
  variant(
    'A-31=titled',
    'A chat that a turn creates is named after the first words of the turn.',
    inStore('turns', ({ begin }) => ({
      begin: (turn, newChat) =>
        begin(turn, newChat && { ...newChat, name: turn.prompt.slice(0, TITLE_LENGTH) }),
    })),
  ),
  variant('A-31=from-turn', 'A chat that a turn creates takes the mode and the model of the turn.', {
    ...inStore('turns', ({ begin }) => ({
      begin(turn, newChat) {
        const request = requestWorkedFor();
        const { permission_mode, model_id } = (request && bodyOf(request)) ?? {};
        if (!newChat) return begin(turn);
        return begin(turn, {
          ...newChat,
          permissionMode: permission_mode ?? newChat.permissionMode,
          modelId: model_id ?? newChat.modelId,
        });
      },
    })),
    exchange: carryingRequest,
  }),
  variant(
    'A-33=visible',
    "A credential can read its user's chats of the application by id.",
    withOwners((owners) =>
      rewriteStore('chats', ({ find }) => ({
        find(id) {
          const chat = find(id);
          const asker = owners.get(tokenFor('getChat'));
          const isTheirs = chat && chat.credentialId === null && chat.userId === asker?.userId;
          return isTheirs ? { ...chat, credentialId: asker?.credentialId ?? null } : chat;
        },
      })),
    ),
  ),
  variant(
    'A-35=turns-only',
    'A change of a chat is no activity.',
    inStore('chats', ({ update }) => ({ update: (id, change) => update(id, change, 0) })),
  ),
  variant('A-35=any-access', 'Reading a chat is an activity too.', {
    ...inStore('chats', ({ find, update }, { clock }) => ({
      find(id) {
        const isRead = requestWorkedFor()?.operation.operationId === 'getChat';
        const chat = find(id);
        return isRead && chat && !chat.isDeleted ? update(id, {}, clock.now()) : chat;
      },
    })),
    exchange: carryingRequest,
  }),
  variant(
    'A-96=unlisted',
    'Turns of the application are not listed.',
    inStore('turns', ({ list }) => ({
      list(chatId, { offset, limit }) {
        const { turns } = list(chatId, { offset: 0, limit: Number.MAX_SAFE_INTEGER });
        const own = turns.filter(({ credentialId }) => credentialId !== null);
        return { turns: own.slice(offset, offset + limit), total: own.length };
      },
    })),
  ),
  variant('A-139=own-turns', 'A cancellation does not reach a turn of the application.', {
    ...inStore('turns', ({ findOpen, find }) => ({
      findOpen(chatId) {
        const id = findOpen(chatId);
        const isCancelling = requestWorkedFor()?.operation.operationId === 'cancelTurn';
        return id !== undefined && isCancelling && find(id)?.credentialId === null ? undefined : id;
      },
    })),
    exchange: carryingRequest,
  }),
  variant(
    'A-62=per-user',
    'All credentials of a user share their keys.',
    inStore('turns', ({ begin, findByKey }) => {
      const users = new Map<string | null, number>();
      return {
        begin(turn, newChat) {
          users.set(turn.credentialId, turn.userId);
          return begin(turn, newChat);
        },
        findByKey(credentialId, key) {
          const own = findByKey(credentialId, key);
          if (own || !users.has(credentialId)) return own;
          const others = [...users].filter(
            ([id, user]) => id !== null && id !== credentialId && user === users.get(credentialId),
          );
          return others.map(([id]) => findByKey(id as string, key)).find((turn) => turn !== undefined);
        },
      };
    }),
  ),
  variant(
    'A-38=empty-chat-remains',
    'A refused turn leaves behind the chat that it would have created.',
    withOwners((owners) =>
      rewriteStore('chats', ({ find, create }, { clock }) => ({
        find(id) {
          const owner = owners.get(tokenFor(...SENDS));
          const chat = find(id);
          if (chat || !owner) return chat;
          create(freshChat(owner, id, clock.now()));
          return find(id);
        },
      })),
    ),
  ),
];

/** The token of the current request if it is for one of these operations. */
function tokenFor(...operations: readonly OperationId[]): string | undefined {
  const request = requestWorkedFor();
  return request && operations.includes(request.operation.operationId)
    ? request.header('authorization')
    : undefined;
}

/** Makes a change to the store that knows the owner of each token that has created a chat. */
function withOwners(
  make: (owners: ReadonlyMap<string | undefined, Owner>) => (ports: Ports) => Ports,
): PortChange {
  return {
    port: 'store',
    exchange: carryingRequest,
    ports: (ports) => {
      const owners = new Map<string | undefined, Owner>();
      const learning = rewriteStore('chats', ({ create }) => ({
        create(chat) {
          const { credentialId, userId } = chat;
          const token = requestWorkedFor()?.header('authorization');
          if (token !== undefined && credentialId !== null) owners.set(token, { credentialId, userId });
          create(chat);
        },
      }));
      return make(owners)(learning(ports));
    },
  };
}
