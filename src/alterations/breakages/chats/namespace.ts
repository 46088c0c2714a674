import type { Ports } from '../../../reference/ports.ts';
import type { ChatRecord } from '../../../reference/store/store.ts';
import { rewriteStore } from '../../decorators/rewrite-store.ts';
import type { Breakage } from '../breakage.ts';

/** What this area's requirements about whose chats are whose forbid, each done. */
export const chatNamespaceBreakages: readonly Breakage[] = [
  {
    id: 'chats.namespace.other-credentials-hidden',
    requirement: 'chats.namespace.other-credentials-hidden',
    port: 'store',
    behaviour: 'The list shows the chats of all credentials.',
    ports: listingAlso(({ credentialId }) => credentialId !== null),
  },
  {
    id: 'chats.namespace.application-chats-hidden',
    requirement: 'chats.namespace.application-chats-hidden',
    port: 'store',
    behaviour: 'The list shows chats that were started in the application.',
    ports: listingAlso(({ credentialId }) => credentialId === null),
  },
  {
    id: 'chats.namespace.continued-in-application',
    requirement: 'chats.namespace.continued-in-application',
    port: 'store',
    behaviour: 'The application does not find the chats that credentials have made.',
    ports: rewriteStore('chats', ({ find }) => ({
      find(id) {
        const chat = find(id);
        // By its user a chat is found in the application, by its credential everywhere else.
        return chat && { ...chat, userId: 0 };
      },
    })),
  },
];

/** Lists, besides a credential's chats, those of others that are meant. */
export function listingAlso(isMeant: (chat: ChatRecord) => boolean): (ports: Ports) => Ports {
  return (ports) => {
    const made: ChatRecord[] = [];
    const noting = rewriteStore('turns', ({ begin }) => ({
      begin(turn, newChat) {
        if (newChat) made.push(newChat);
        return begin(turn, newChat);
      },
    }));
    const listing = rewriteStore('chats', ({ create, list }) => ({
      create(chat) {
        made.push(chat);
        create(chat);
      },
      list(credentialId, ...rest) {
        const own = list(credentialId, ...rest);
        const others = made.filter((chat) => chat.credentialId !== credentialId && isMeant(chat));
        return { chats: [...others, ...own.chats], total: own.total + others.length };
      },
    }));
    return listing(noting(ports));
  };
}
