import { cacheReads } from './chat-cache.ts';
import { sqliteChats } from './sqlite/chats.ts';
import { openDatabase } from './sqlite/database.ts';
import { sqliteInteractions } from './sqlite/interactions.ts';
import { findLatest } from './sqlite/latest.ts';
import { SCHEMA_VERSION } from './sqlite/schema.ts';
import { sqliteSkills } from './sqlite/skills.ts';
import { sqliteTurns } from './sqlite/turns.ts';
import type { Store } from './store.ts';

export interface StoreOptions {
  /** Path of the store. A missing file is created, readable and writable by its owner alone. Without a path the store is in memory. */
  readonly file?: string;
}

/**
 * Opens the store. Only this process can use it until the store is closed or the process ends. A write has reached the disk when its method
 * returns, so a file survives a kill or a power failure at any moment.
 *
 * @throws StoreError when the file cannot be the store
 */
export function openStore({ file }: StoreOptions = {}): Store {
  return openDatabase(file, (database) => {
    const chats = cacheReads(sqliteChats(database));
    return {
      chats,
      turns: sqliteTurns(database, chats),
      interactions: sqliteInteractions(database),
      skills: sqliteSkills(database),
      latest: findLatest(database),
      // SQLite writes the page with this number even if it stays the same.
      probe: () => database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`),
      close() {
        if (database.isOpen) database.close();
      },
    };
  });
}
