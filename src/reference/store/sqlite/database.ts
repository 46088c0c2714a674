import { closeSync, openSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { foreign, tooNew, unwritable, withReasons } from '../refusals.ts';
import { StoreError } from '../store-error.ts';
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from './schema.ts';

/**
 * Opens a database with the tables of a store in it, and hands it over. In memory when there is no file.
 *
 * @param use closes over the database; when it throws, the database is closed again
 * @throws StoreError when the file cannot be the store
 */
export function openDatabase<Result>(
  file: string | undefined,
  use: (database: DatabaseSync) => Result,
): Result {
  if (file === undefined) {
    const database = new DatabaseSync(':memory:');
    database.exec(SCHEMA);
    return use(database);
  }
  // An absolute path is never taken for a name with a meaning of its own, as `:memory:` and `file:` have.
  const path = resolve(file);
  makeFile(path);
  return withReasons(path, () => {
    inspect(path);
    const database = new DatabaseSync(path);
    try {
      claim(database, path);
      const result = use(database);
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
      return result;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** Size of the smallest database, in bytes. SQLite takes a file of a single byte for an empty one and would write over it. */
const SMALLEST = 512;

/** Makes the file unless it exists, before SQLite would make it readable for everybody. */
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
 * Refuses what is not ours while nothing can happen to it: an immutable file is read without locks, and without taking
 * up what a crash has left beside it.
 */
function inspect(path: string): void {
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
 * Takes the file for this process alone, until the database is closed, and puts the tables in it if it is new. They are
 * written before there is a write-ahead log, so that the file itself always tells whose it is.
 */
function claim(database: DatabaseSync, path: string): void {
  database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  refuseForeign(database, path);
  if (isEmpty(database)) {
    database.exec(`
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${SCHEMA_VERSION};
      ${SCHEMA}
    `);
  }
  database.exec('COMMIT');
}

function refuseForeign(database: DatabaseSync, path: string): void {
  if (isEmpty(database)) return;
  const version = readNumber(database, 'PRAGMA user_version');
  if (readNumber(database, 'PRAGMA application_id') !== APPLICATION_ID) throw foreign(path);
  if (version > SCHEMA_VERSION) throw tooNew(path, version);
}

/** Whether a database is as SQLite makes it, so that it is nobody's yet. */
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
