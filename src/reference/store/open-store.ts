import { cacheReads } from './chat-cache.ts';
import { sqliteChats } from './sqlite/chats.ts';
import { openDatabase } from './sqlite/database.ts';
import { sqliteInteractions } from './sqlite/interactions.ts';
import { findLatest } from './sqlite/latest.ts';
import { SCHEMA_VERSION } from './sqlite/schema.ts';
import { sqliteSkills } from './sqlite/skills.ts';
import { atomically } from './sqlite/sql.ts';
import { sqliteTurns } from './sqlite/turns.ts';
import { openLog } from './sqlite/write-ahead-log.ts';
import type { Store } from './store.ts';

export interface StoreOptions {
  /** Path of the store. A missing file is created, readable and writable by its owner alone. Without a path the store is in memory. */
  readonly file?: string;
}

/**
 * Opens the store. Only this process can use it until the store is closed or the process ends. A write survives a kill when its method returns,
 * and a power failure once `disk` says so.
 *
 * @throws StoreError when the file cannot be the store
 */
export function openStore({ file }: StoreOptions = {}): Store {
  return openDatabase(file, (database, lock) => {
    const chats = cacheReads(sqliteChats(database));
    const log = file === undefined ? undefined : openLog(database, file);
    return {
      chats,
      turns: sqliteTurns(database, chats),
      interactions: sqliteInteractions(database),
      skills: sqliteSkills(database),
      latest: findLatest(database),
      ...(log && { disk: log.disk }),
      atomically: (write) => atomically(database, write),
      // SQLite writes the page with this number even if it stays the same.
      probe: () => database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`),
      close() {
        log?.close();
        if (database.isOpen) database.close();
        lock?.release();
      },
    };
  });
}
