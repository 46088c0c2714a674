import { realpathSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { type Disk, GroupSync } from '../disk.ts';
import { prepare } from './sql.ts';

/** The write-ahead log of an open database, in which every change is written first. */
export interface WriteAheadLog {
  readonly disk: Disk;
  close(): void;
}

/**
 * Waits for the log in a thread of Node. SQLite would wait in the thread that answers requests, once for each change. Before it moves changes
 * from the log to the file, it waits itself.
 *
 * @param file path of the database
 */
export function openLog(database: DatabaseSync, file: string): WriteAheadLog {
  const changes = prepare<{ count: number }>(database, 'SELECT total_changes() AS count');
  // SQLite puts the log beside the file that a link leads to.
  const path = `${realpathSync(file)}-wal`;
  let log: Promise<FileHandle> | undefined;
  const disk = new GroupSync({
    changes: () => changes.get()?.count ?? 0,
    async sync() {
      // The first change creates the log, and it stays until the database is closed.
      log ??= open(path, 'r+');
      await (await log).datasync();
    },
  });
  return {
    disk,
    close: () => void log?.then((handle) => handle.close()).catch(() => {}),
  };
}
