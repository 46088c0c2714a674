import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyStore } from '../../../src/reference/store/copy-store.ts';
import { chat } from './records.ts';
import { makeDirectory, open } from './stores.ts';

/** A store that a server uses, and the paths of a test. */
function scene() {
  const directory = makeDirectory();
  const file = join(directory, 'store.db');
  const store = open(file);
  store.chats.create(chat({ id: 'c1' }));
  return { directory, file, store, copy: join(directory, 'copy.db') };
}

describe('a copy', () => {
  it('has what a server wrote before, while the server goes on, and can be served itself', () => {
    const { file, store, copy } = scene();
    copyStore(file, copy);
    store.chats.create(chat({ id: 'c2' }));
    const copied = open(copy);
    expect([copied.chats.find('c1')?.id, copied.chats.find('c2')]).toEqual(['c1', undefined]);
    expect(store.chats.find('c2')?.id).toBe('c2');
    copied.chats.create(chat({ id: 'c3' }));
    expect(statSync(copy).mode & 0o777).toBe(0o600);
  });

  it('can be made of a store that nobody uses, and leaves it as it was', () => {
    const { file, store, copy } = scene();
    store.close();
    copyStore(file, copy);
    expect(open(copy).chats.find('c1')?.id).toBe('c1');
    expect(open(file).chats.find('c1')?.id).toBe('c1');
  });

  it('replaces no file, and leaves nothing behind where it fails', () => {
    const { directory, file, copy } = scene();
    writeFileSync(copy, 'mine');
    expect(() => copyStore(file, copy)).toThrow(`${copy} exists already; name another file for the copy`);
    expect(statSync(copy).size).toBe(4);
    const missing = join(directory, 'none');
    expect(() => copyStore(missing, join(directory, 'a'))).toThrow(
      `${missing} does not exist; name a file of serve --data`,
    );
    expect(existsSync(missing)).toBe(false);
    writeFileSync(missing, 'Dear diary, this is no store.'.repeat(100));
    expect(() => copyStore(missing, join(directory, 'a'))).toThrow('is not a store of this server');
    expect(() => copyStore(file, join(directory, 'no/where.db'))).toThrow('cannot write the store');
    expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
