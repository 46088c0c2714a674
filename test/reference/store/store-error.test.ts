import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { withReasons } from '../../../src/reference/store/store-error.ts';

it('reports that a full disk has no space, and what to do', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('PRAGMA max_page_count = 2; CREATE TABLE texts (text)');
  const fill = () => database.exec('INSERT INTO texts VALUES (zeroblob(100000))');
  expect(() => withReasons('/data/store.db', fill)).toThrow(
    expect.objectContaining({
      code: 'store-unwritable',
      message:
        'cannot write the store /data/store.db: no space is left on the disk; free some space, or name a file on another disk',
    }),
  );
});
