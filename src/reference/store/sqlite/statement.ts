import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** A prepared statement whose rows have a known type. */
export interface Statement<Row> {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
  /** @returns how many rows it changed, and the id of the last one that it inserted */
  run(...values: SQLInputValue[]): { changes: number; id: number };
}

/** Prepares a statement, once for the life of the store. The tables are STRICT, so that a row is what its type says. */
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
