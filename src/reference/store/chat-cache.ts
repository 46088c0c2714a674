import type { ChatRecord, StoredChats } from './store.ts';

/** Maximum number of chats and pages in the cache. With 200 pages of 200 chats and their JSON it takes about 30 MB. */
const CAPACITY = 200;

/**
 * Caches reads of the chats. Any write clears the whole cache, because a changed chat may be on every page. Until then a read returns
 * the same object, so that a caller can cache what it derives from the object, such as its JSON.
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
