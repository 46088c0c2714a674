import { closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** SQLite's code for a lock that another connection holds. */
const BUSY = 5;

/** Another process holds the lock. */
export class LockedError extends Error {
  readonly code = 'locked';
}

/**
 * A lock for one process. Node has no lock for files, so it is that of an SQLite database: the system releases it with the process, however that
 * ends, and it works between containers that share a volume. The file is empty, and stays: two could hold the lock if one deleted it.
 */
export class FileLock {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #file: string | undefined;

  /** @throws LockedError if another process holds the lock; the error of the file system or of SQLite if the file cannot be locked */
  constructor(path: string) {
    this.#path = path;
    makeFile(path);
    this.#database = new DatabaseSync(path);
    try {
      // Without a journal in memory, there would be one beside the file.
      this.#database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    } catch (error) {
      this.#database.close();
      const { errcode } = error as { errcode?: number };
      throw errcode === BUSY
        ? new LockedError(`${path} is locked by another process`, { cause: error })
        : error;
    }
    this.#file = identify(path);
  }

  /** Whether the file still has its name. Otherwise another process could hold a lock of this name: after the folder was moved, for example. */
  get isThere(): boolean {
    return identify(this.#path) === this.#file;
  }

  release(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

/** Tells a file from others that had its name; undefined if there is none. To open the file, and close it, would release the lock. */
function identify(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino}`;
}

/** SQLite would create the file readable for everybody. */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
