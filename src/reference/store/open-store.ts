import { sqliteChats } from './sqlite/chats.ts';
import { openDatabase } from './sqlite/database.ts';
import { sqliteInteractions } from './sqlite/interactions.ts';
import { sqliteSkills } from './sqlite/skills.ts';
import { sqliteTurns } from './sqlite/turns.ts';
import type { Store } from './store.ts';

export interface StoreOptions {
  /** Where the store is kept; it is made, readable by its owner alone, if it is not there. In memory when absent. */
  readonly file?: string;
}

/**
 * Opens the store, for this process alone until it is closed or ends. What a method wrote has reached the disk when it
 * returns, so that a file survives a kill or a loss of power at any moment.
 *
 * @throws StoreError when the file cannot be the store
 */
export function openStore({ file }: StoreOptions = {}): Store {
  return openDatabase(file, (database) => {
    const chats = sqliteChats(database);
    return {
      chats,
      turns: sqliteTurns(database, chats),
      interactions: sqliteInteractions(database),
      skills: sqliteSkills(database),
      close() {
        if (database.isOpen) database.close();
      },
    };
  });
}
