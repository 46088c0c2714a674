import { randomUUID } from 'node:crypto';
import type { Directory, SeededChat } from '../directory/types.ts';
import { freshChat } from '../store/fresh-chat.ts';
import type { Store } from '../store/store.ts';
import { BARE_CLOSE } from '../turns/close.ts';

/**
 * Stores the seed's skills and application chats, which requests can change later. Existing records stay unchanged, so that
 * a restart reverts nothing. It stores all or nothing: what an interrupted start had stored of a chat would count as existing.
 */
export function plantSeed(directory: Directory, store: Store, now: number): void {
  const newChats = directory.chats.filter(({ id }) => !store.chats.find(id));
  store.atomically(() => {
    for (const skill of directory.skills) store.skills.declare({ ...skill, createdAt: now });
    for (const chat of newChats) plantChat(chat, store, now);
  });
}

function plantChat(chat: SeededChat, store: Store, now: number): void {
  const { id, userId, name, permissionMode } = chat;
  const owner = { credentialId: null, userId };
  store.chats.create(freshChat(owner, id, now, { name, permissionMode }));
  for (const { prompt, content } of chat.turns) {
    const begun = { ...owner, chatId: id, requestId: randomUUID(), prompt, metadata: null, createdAt: now };
    store.turns.close(store.turns.begin(begun), { status: 'completed', content, ...BARE_CLOSE }, now);
  }
}
