import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/reference/store/store.ts';
import { chat, turn } from './records.ts';
import { STORES } from './stores.ts';

const ALL = { offset: 0, limit: 200 };

/** Reads the chat `c1` and the list, which puts both into the cache. */
function readAll({ chats }: Store) {
  return { found: chats.find('c1'), listed: chats.list('main', {}, ALL) };
}

function closeTurn({ turns }: Store): void {
  const id = turns.begin({
    chatId: 'c1',
    credentialId: 'main',
    userId: 300,
    requestId: 'r1',
    prompt: 'Hello',
    metadata: null,
    createdAt: 1000,
  });
  const close = { status: 'completed', content: '', usage: null, steps: [], sources: [] } as const;
  turns.close(id, { ...close, anonymization: null, agentRuns: [] }, 9000);
}

describe.each(STORES)('a chat that was read before, %s,', (_, open) => {
  it('is the same object when it is read again', () => {
    const store = open();
    store.chats.create(chat());
    const before = readAll(store);
    const after = readAll(store);
    expect(after.found).toBe(before.found);
    expect(after.listed).toBe(before.listed);
  });

  it.each<[string, (store: Store) => void, object]>([
    ['an update', ({ chats }) => chats.update('c1', { name: 'New' }, 9000), { name: 'New', updatedAt: 9000 }],
    ['a turn that ends', closeTurn, { updatedAt: 9000 }],
  ])('is read again from the database after %s', (_, change, changed) => {
    const store = open();
    store.chats.create(chat());
    readAll(store);
    change(store);
    const after = { ...chat(), ...changed };
    expect(readAll(store)).toEqual({ found: after, listed: { chats: [after], total: 1 } });
  });

  it('is found after it is created, if it was missing before', () => {
    const store = open();
    expect(store.chats.find('c1')).toBeUndefined();
    store.chats.create(chat());
    expect(store.chats.find('c1')).toEqual(chat());
  });

  it('is missing again when the turn that created it could not begin', () => {
    const store = open();
    const key = { value: 'k1', fingerprint: 'f1' };
    store.turns.begin(turn({ key }), chat());
    readAll(store);
    expect(() => store.turns.begin(turn({ chatId: 'c2', key }), chat({ id: 'c2' }))).toThrow();
    expect(store.chats.find('c2')).toBeUndefined();
    expect(readAll(store).listed.chats.map(({ id }) => id)).toEqual(['c1']);
  });

  it('is dropped from the cache after many other pages were read', () => {
    const store = open();
    store.chats.create(chat());
    const before = readAll(store);
    for (let limit = 1; limit <= 1000; limit++) store.chats.list('main', {}, { offset: 0, limit });
    const after = readAll(store);
    expect(after).toEqual(before);
    expect(after.found).not.toBe(before.found);
  });

  it('is not in the list after it was deleted', () => {
    const store = open();
    store.chats.create(chat());
    readAll(store);
    store.chats.delete('c1');
    expect(readAll(store)).toEqual({
      found: { ...chat(), isDeleted: true },
      listed: { chats: [], total: 0 },
    });
  });

  it('is listed after one that is created later', () => {
    const store = open();
    store.chats.create(chat());
    readAll(store);
    store.chats.create(chat({ id: 'c2' }));
    expect(readAll(store).listed.chats.map(({ id }) => id)).toEqual(['c2', 'c1']);
  });
});
