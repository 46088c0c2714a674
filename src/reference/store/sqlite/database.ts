import { closeSync, openSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { FileLock, LockedError } from '../../../file-lock/index.ts';
import { foreign, inUse, StoreError, tooNew, unwritable, withReasons } from '../store-error.ts';
import { APPLICATION_ID, MIGRATIONS, SCHEMA, SCHEMA_VERSION } from './schema.ts';

/**
 * Opens a database, creates the tables of a store if it is new, and passes it to `use`. Without a file it is in memory.
 *
 * @param use gets the lock of a file, which it releases after the database is closed. Its result is returned; if it throws, both are closed
 * @throws StoreError when the file cannot be the store
 */
export function openDatabase<Result>(
  file: string | undefined,
  use: (database: DatabaseSync, lock?: FileLock) => Result,
): Result {
  if (file === undefined) {
    const database = new DatabaseSync(':memory:');
    database.exec(SCHEMA);
    return use(database);
  }
  // SQLite gives names such as `:memory:` and `file:` a special meaning, but never an absolute path.
  const path = resolve(file);
  makeFile(path);
  return withReasons(path, () => {
    // A file of another program gets no lock beside it.
    inspect(path);
    const lock = lockFile(path);
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(path, { timeout: PATIENCE });
      claim(database, path);
      const result = use(database, lock);
      // The write-ahead log reaches the disk when write-ahead-log.ts says so: for many writes at once, and without stopping the thread.
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
      return result;
    } catch (error) {
      database?.close();
      lock.release();
      throw error;
    }
  });
}

/** Milliseconds to wait for somebody who reads the file, such as a backup, while the file or its log is made. */
export const PATIENCE = 1000;

/** @throws StoreError when another process uses the file, under whatever name */
function lockFile(path: string): FileLock {
  try {
    return new FileLock(`${realpathSync(path)}-lock`);
  } catch (error) {
    if (error instanceof LockedError) throw inUse(path, error);
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'ENOENT' || code === 'EACCES' || code === 'EROFS' ? unwritable(path, error) : error;
  }
}

/** Size of the smallest database, in bytes. SQLite treats a file of one byte as empty and would overwrite it. */
const SMALLEST = 512;

/** Creates the file unless it exists. SQLite would create it readable for everybody. */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw unwritable(path, error);
    const stats = stat(path);
    if (!stats.isFile())
      throw new StoreError('not-a-store', `${path} is not a file; name a file for the store`);
    if (stats.size > 0 && stats.size < SMALLEST) throw foreign(path);
  }
}

function stat(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/**
 * Refuses a file of another program without changing it: SQLite opens an immutable file without locks, and does not recover a
 * write-ahead log that a crash left beside it.
 */
export function inspect(path: string): void {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { readOnly: true });
  try {
    refuseForeign(database, path);
  } finally {
    database.close();
  }
}

/**
 * Creates the tables if the file is new, and brings those of an earlier version up to date. They are written before the write-ahead log is switched on, so that the mark of our store is always
 * in the file itself.
 */
function claim(database: DatabaseSync, path: string): void {
  database.exec('BEGIN EXCLUSIVE');
  refuseForeign(database, path);
  if (isEmpty(database))
    database.exec(
      `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; ${SCHEMA}`,
    );
  else migrate(database);
  database.exec('COMMIT');
}

function migrate(database: DatabaseSync): void {
  const from = readNumber(database, 'PRAGMA user_version');
  for (let version = from; version < SCHEMA_VERSION; version += 1)
    database.exec(`${MIGRATIONS[version]}; PRAGMA user_version = ${version + 1}`);
}

function refuseForeign(database: DatabaseSync, path: string): void {
  if (isEmpty(database)) return;
  const version = readNumber(database, 'PRAGMA user_version');
  if (readNumber(database, 'PRAGMA application_id') !== APPLICATION_ID) throw foreign(path);
  if (version > SCHEMA_VERSION) throw tooNew(path, version);
}

/** Whether a database is new, so that it belongs to no program yet. */
function isEmpty(database: DatabaseSync): boolean {
  return (
    readNumber(database, 'PRAGMA application_id') === 0 &&
    readNumber(database, 'PRAGMA user_version') === 0 &&
    readNumber(database, 'SELECT count(*) FROM sqlite_schema') === 0
  );
}

function readNumber(database: DatabaseSync, sql: string): number {
  return Number(Object.values(database.prepare(sql).get() ?? {})[0]);
}
