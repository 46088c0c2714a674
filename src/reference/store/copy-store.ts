import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inspect, PATIENCE } from './sqlite/database.ts';
import { StoreError, unwritable, withReasons } from './store-error.ts';

/**
 * Copies a store into a new file, readable by its owner alone. A server may write to the store meanwhile: the copy has what was there when the
 * copying began, and it appears under its name only once it is complete and on the disk.
 *
 * @throws StoreError when the store cannot be read, or the copy cannot be written or exists already
 */
export function copyStore(file: string, copy: string): void {
  const [from, to] = [resolve(file), resolve(copy)];
  const part = `${to}.${process.pid}.part`;
  if (!existsSync(from))
    throw new StoreError('not-a-store', `${from} does not exist; name a file of serve --data`);
  withReasons(from, () => inspect(from));
  try {
    closeSync(openSync(part, 'wx', 0o600));
    withReasons(from, () => vacuumInto(from, part));
    const written = openSync(part, 'r+');
    fsyncSync(written);
    closeSync(written);
    // Unlike a rename, a link replaces nothing.
    linkSync(part, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new StoreError('store-unwritable', `${to} exists already; name another file for the copy`, {
        cause: error,
      });
    throw error instanceof StoreError ? error : unwritable(to, error);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Reads the store at one moment, with its log, and writes it without gaps. */
function vacuumInto(from: string, part: string): void {
  const database = new DatabaseSync(from, { timeout: PATIENCE });
  try {
    database.prepare('VACUUM INTO ?').run(part);
  } finally {
    database.close();
  }
}
