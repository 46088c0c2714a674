import type { ChatRecord, StoredChats } from './store.ts';

/** Most chats and pages that are kept. A page has at most 200 chats, so a full cache stays below 50 MB. */
const CAPACITY = 200;

/**
 * Keeps what was read of the chats, and forgets all of it when any chat changes: an update can move a chat to or from every page.
 * Until then a read returns the same object, so that callers can keep what they derive from it, such as its JSON.
 */
export function cacheReads(chats: StoredChats): StoredChats {
  const entries = new Map<string, unknown>();

  function read<Value>(key: string, load: () => Value): Value {
    const entry = entries.get(key);
    if (entry !== undefined) return entry as Value;
    const value = load();
    if (entries.size >= CAPACITY) entries.clear();
    entries.set(key, value);
    return value;
  }

  function write<Result>(change: () => Result): Result {
    entries.clear();
    return change();
  }

  return {
    find: (id) => read<ChatRecord | undefined>(`chat ${id}`, () => chats.find(id)),
    list(credentialId, filter, page) {
      const key = `page ${page.offset} ${page.limit} ${filter.isFavorite} ${credentialId}`;
      return read(key, () => chats.list(credentialId, filter, page));
    },
    create: (chat) => write(() => chats.create(chat)),
    update: (id, change, at) => write(() => chats.update(id, change, at)),
    touch: (id, at) => write(() => chats.touch(id, at)),
    delete: (id) => write(() => chats.delete(id)),
  };
}
