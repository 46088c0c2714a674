import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** A prepared statement with typed rows. */
export interface Statement<Row> {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
  /** @returns the number of rows that it changed, and the id of the last row that it inserted */
  run(...values: SQLInputValue[]): { changes: number; id: number };
}

/** Prepares a statement once for the life of the store. The tables are STRICT, so a row has the types that `Row` declares. */
export function prepare<Row = never>(database: DatabaseSync, sql: string): Statement<Row> {
  const statement = database.prepare(sql);
  return {
    get: (...values) => statement.get(...values) as Row | undefined,
    all: (...values) => statement.all(...values) as Row[],
    run(...values) {
      const { changes, lastInsertRowid } = statement.run(...values);
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    },
  };
}

/** Runs several writes in one transaction: all of them, or none if one throws. Within another transaction, they become a part of that one. */
export function atomically<Result>(database: DatabaseSync, write: () => Result): Result {
  if (database.isTransaction) return write();
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = write();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // After some failures, such as a full disk, SQLite has rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Encodes a value for a text column. SQLite cannot store lone surrogates, and JSON escapes them. Equal texts have equal JSON, so a
 * column can be compared and indexed.
 */
export function toJsonText(value: unknown): string {
  return JSON.stringify(value);
}

/** Decodes what `toJsonText` encoded. The caller names the type: only this server writes the column. */
export function fromJsonText<Value>(text: string): Value {
  return JSON.parse(text) as Value;
}
