import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/reference/store/store.ts';
import { chat } from './records.ts';
import { STORES } from './stores.ts';

const ALL = { offset: 0, limit: 200 };

/** What the store says of `c1` and of the list, which it keeps for the next time. */
function look({ chats }: Store) {
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
  it('is read again without being made again', () => {
    const store = open();
    store.chats.create(chat());
    const before = look(store);
    const after = look(store);
    expect(after.found).toBe(before.found);
    expect(after.listed).toBe(before.listed);
  });

  it.each<[string, (store: Store) => void, object]>([
    ['an update', ({ chats }) => chats.update('c1', { name: 'New' }, 9000), { name: 'New', updatedAt: 9000 }],
    ['a turn that ends', closeTurn, { updatedAt: 9000 }],
  ])('is as %s has left it', (_, change, changed) => {
    const store = open();
    store.chats.create(chat());
    look(store);
    change(store);
    const after = { ...chat(), ...changed };
    expect(look(store)).toEqual({ found: after, listed: { chats: [after], total: 1 } });
  });

  it('leaves the list when it is deleted', () => {
    const store = open();
    store.chats.create(chat());
    look(store);
    store.chats.delete('c1');
    expect(look(store)).toEqual({ found: { ...chat(), isDeleted: true }, listed: { chats: [], total: 0 } });
  });

  it('makes room in the list for one that is created later', () => {
    const store = open();
    store.chats.create(chat());
    look(store);
    store.chats.create(chat({ id: 'c2' }));
    expect(look(store).listed.chats.map(({ id }) => id)).toEqual(['c2', 'c1']);
  });
});
