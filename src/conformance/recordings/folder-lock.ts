import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OutputError } from './output-file.ts';

/** Hidden, so that no reader of the folder takes it for a recording. It is empty, and stays: two could hold it if one deleted it. */
const NAME = '.recorder-lock';
/** SQLite's code for a lock that another connection holds. */
const BUSY = 5;

/**
 * Locks a folder for one recorder. The lock is that of an SQLite database, as the reference server locks its data: the system releases it
 * with the process, however that ends, and it works between containers that share a volume.
 */
export class FolderLock {
  readonly #path: string;
  readonly #database: DatabaseSync;

  /** @throws OutputError if another recorder holds the lock, or the folder cannot be locked */
  constructor(folder: string) {
    this.#path = join(folder, NAME);
    try {
      this.#database = new DatabaseSync(this.#path);
      // Without a journal in memory, there would be one beside the file.
      this.#database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    } catch (error) {
      const { errcode, message } = error as Error & { errcode?: number };
      const reason =
        errcode === BUSY
          ? 'another recorder writes to this folder; stop it, or name another folder'
          : `the folder cannot be locked (${message})`;
      throw new OutputError(folder, reason, { cause: error });
    }
  }

  /** Whether the file is still in the folder. Without it the folder was deleted, with everything in it. */
  get isThere(): boolean {
    return existsSync(this.#path);
  }

  release(): void {
    this.#database.close();
  }
}
