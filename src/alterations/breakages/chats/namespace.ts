import type { ChatRecord } from '../../../reference/store/store.ts';
import { type Breakage, breakage, type PortChange } from '../../alteration.ts';
import { inFoundChats, inStore, rewriteStore } from '../../decorators/ports.ts';

/** Which chats a credential and the application see. */
export const chatNamespaceBreakages: readonly Breakage[] = [
  breakage(
    'chats.namespace.other-credentials-hidden',
    'The list shows the chats of all credentials.',
    listingAlso(({ credentialId }) => credentialId !== null),
  ),
  breakage(
    'chats.namespace.application-chats-hidden',
    'The list shows chats that were started in the application.',
    listingAlso(({ credentialId }) => credentialId === null),
  ),
  breakage(
    'chats.namespace.continued-in-application',
    'The application does not find the chats that credentials have created.',
    // The application looks up a chat by its user; everything else looks it up by its credential.
    inFoundChats((chat) => ({ ...chat, userId: 0 })),
  ),
  breakage(
    'chats.namespace.continued-in-application/busy-afterwards',
    'A chat that the application has continued stays busy.',
    inStore('turns', ({ begin, findOpen }) => {
      const continued = new Map<string, number>();
      return {
        begin(turn, newChat) {
          const id = begin(turn, newChat);
          if (turn.credentialId === null) continued.set(turn.chatId, id);
          return id;
        },
        findOpen: (chatId) => findOpen(chatId) ?? continued.get(chatId),
      };
    }),
  ),
];

/** Lists additional chats that `isShown` selects, besides a credential's own. */
export function listingAlso(isShown: (chat: ChatRecord) => boolean): PortChange {
  return {
    port: 'store',
    ports: (ports) => {
      const created: ChatRecord[] = [];
      const noting = rewriteStore('turns', ({ begin }) => ({
        begin(turn, newChat) {
          if (newChat) created.push(newChat);
          return begin(turn, newChat);
        },
      }));
      const listing = rewriteStore('chats', ({ create, list }) => ({
        create(chat) {
          created.push(chat);
          create(chat);
        },
        list(credentialId, ...rest) {
          const own = list(credentialId, ...rest);
          const others = created.filter((chat) => chat.credentialId !== credentialId && isShown(chat));
          return { chats: [...others, ...own.chats], total: own.total + others.length };
        },
      }));
      return listing(noting(ports));
    },
  };
}
