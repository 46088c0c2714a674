import type { DatabaseSync } from 'node:sqlite';

/** Does several writes as one: all of them, or none when one throws. Transactions do not nest. */
export function atomically<Result>(database: DatabaseSync, write: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = write();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // Some failures, such as a full disk, have rolled back by themselves.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
