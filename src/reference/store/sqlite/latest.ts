import type { DatabaseSync } from 'node:sqlite';
import { prepare } from './sql.ts';

/**
 * A chat of a seed can be older than the chats stored before it, so all chats are read; their rows are small. Turns are created in the
 * order of their ids, so the last one is enough; their rows are large.
 */
const LATEST = `SELECT max(created_at) AS latest FROM (
  SELECT max(created_at) AS created_at FROM chats
  UNION ALL SELECT created_at FROM turns WHERE id = (SELECT max(id) FROM turns))`;

/** The latest creation of a chat or a turn, in milliseconds since the epoch; 0 if there is none. */
export function findLatest(database: DatabaseSync): number {
  return prepare<{ latest: number | null }>(database, LATEST).get()?.latest ?? 0;
}
