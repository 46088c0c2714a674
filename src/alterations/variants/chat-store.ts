import type { OperationId } from '../../reference/http/operation.ts';
import type { Ports } from '../../reference/ports.ts';
import { freshChat } from '../../reference/store/fresh-chat.ts';
import type { Owner } from '../../reference/store/store.ts';
import { SENDS } from '../decorators/in-exchange.ts';
import { bodyOf } from '../decorators/rewrite.ts';
import { rewriteStore } from '../decorators/rewrite-store.ts';
import { carryingRequest, requestWorkedFor } from '../decorators/working-for.ts';
import { inPort, type Variant } from './variant.ts';

const TITLE_LENGTH = 40;

/** What the store keeps of chats that no request has made by itself. */
export const chatStoreVariants: readonly Variant[] = [
  inPort('A-31=titled', 'store', 'A chat that a turn creates is named after its first words.', {
    ports: rewriteStore('turns', ({ begin }) => ({
      begin: (turn, newChat) =>
        begin(turn, newChat && { ...newChat, name: turn.prompt.slice(0, TITLE_LENGTH) }),
    })),
  }),
  inPort('A-31=from-turn', 'store', 'A chat that a turn creates has the mode and the model of the turn.', {
    exchange: carryingRequest,
    ports: rewriteStore('turns', ({ begin }) => ({
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
  }),
  inPort('A-33=visible', 'store', 'A chat of the application answers the user by its id.', {
    exchange: carryingRequest,
    ports: knowingOwners((owners) =>
      rewriteStore('chats', ({ find }) => ({
        find(id) {
          const chat = find(id);
          const asker = owners.get(askerOf('getChat'));
          const isTheirs = chat && chat.credentialId === null && chat.userId === asker?.userId;
          return isTheirs ? { ...chat, credentialId: asker?.credentialId ?? null } : chat;
        },
      })),
    ),
  }),
  inPort('A-38=empty-chat-remains', 'store', 'A turn that is refused leaves the chat that it would begin.', {
    exchange: carryingRequest,
    ports: knowingOwners((owners) =>
      rewriteStore('chats', ({ find, create }, { clock }) => ({
        find(id) {
          const owner = owners.get(askerOf(...SENDS));
          const chat = find(id);
          if (chat || !owner) return chat;
          create(freshChat(owner, id, clock.now()));
          return find(id);
        },
      })),
    ),
  }),
];

/** The token of a request, if it is for one of some operations. */
function askerOf(...operations: readonly OperationId[]): string | undefined {
  const request = requestWorkedFor();
  return request && operations.includes(request.operation.operationId)
    ? request.header('authorization')
    : undefined;
}

/** Learns whose token a request has, as soon as one of its chats is made. */
function knowingOwners(
  make: (owners: ReadonlyMap<string | undefined, Owner>) => (ports: Ports) => Ports,
): (ports: Ports) => Ports {
  return (ports) => {
    const owners = new Map<string | undefined, Owner>();
    const learn = ({ credentialId, userId }: Owner) => {
      const token = requestWorkedFor()?.header('authorization');
      if (token !== undefined && credentialId !== null) owners.set(token, { credentialId, userId });
    };
    const learning = rewriteStore('chats', ({ create }) => ({
      create(chat) {
        learn(chat);
        create(chat);
      },
    }));
    return make(owners)(learning(ports));
  };
}
