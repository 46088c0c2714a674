import type { Ports } from '../ports.ts';
import type { ChatRecord } from '../store/store.ts';
import type { Breakage } from './breakage.ts';

/** What this area's requirements about whose chats are whose forbid, each done. */
export const chatNamespaceBreakages: readonly Breakage[] = [
  {
    id: 'chats.namespace.other-credentials-hidden',
    requirement: 'chats.namespace.other-credentials-hidden',
    port: 'store',
    behaviour: 'The list shows the chats of all credentials.',
    ports: (ports) => listingAlso(ports, ({ credentialId }) => credentialId !== null),
  },
  {
    id: 'chats.namespace.application-chats-hidden',
    requirement: 'chats.namespace.application-chats-hidden',
    port: 'store',
    behaviour: 'The list shows chats that were started in the application.',
    ports: (ports) => listingAlso(ports, ({ credentialId }) => credentialId === null),
  },
  {
    id: 'chats.namespace.continued-in-application',
    requirement: 'chats.namespace.continued-in-application',
    port: 'store',
    behaviour: 'The application does not find the chats that credentials have made.',
    ports: (ports) => ({
      ...ports,
      store: {
        ...ports.store,
        chats: {
          ...ports.store.chats,
          find(id) {
            const chat = ports.store.chats.find(id);
            // By its user a chat is found in the application, by its credential everywhere else.
            return chat && { ...chat, userId: 0 };
          },
        },
      },
    }),
  },
];

/** Lists, besides a credential's chats, those of others that are meant. */
export function listingAlso(ports: Ports, isMeant: (chat: ChatRecord) => boolean): Ports {
  const { chats, turns } = ports.store;
  const made: ChatRecord[] = [];
  return {
    ...ports,
    store: {
      ...ports.store,
      chats: {
        ...chats,
        create(chat) {
          made.push(chat);
          chats.create(chat);
        },
        list(credentialId, ...rest) {
          const own = chats.list(credentialId, ...rest);
          const others = made.filter((chat) => chat.credentialId !== credentialId && isMeant(chat));
          return { chats: [...others, ...own.chats], total: own.total + others.length };
        },
      },
      turns: {
        ...turns,
        begin(turn, newChat) {
          if (newChat) made.push(newChat);
          return turns.begin(turn, newChat);
        },
      },
    },
  };
}
