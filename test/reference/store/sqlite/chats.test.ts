import { describe, expect, it } from 'vitest';
import { MissingRecordError } from '../../../../src/reference/store/store-error.ts';
import { chat, HOSTILE } from '../records.ts';
import { STORES } from '../stores.ts';

const ALL = { offset: 0, limit: 200 };

describe.each(STORES)('chats %s', (_, open) => {
  it.each([
    ['everything null', chat({ credentialId: null, name: null, modelId: null })],
    ['everything set', chat({ name: 'Harbour', isFavorite: true, permissionMode: 'auto', modelId: 7 })],
    ['a name that breaks encodings', chat({ name: HOSTILE })],
    ['an empty name', chat({ name: '' })],
    ['a model id beyond the safe integers', chat({ modelId: 2 ** 53 + 2 })],
    ['a model id beyond 64 bits', chat({ modelId: 1e300 })],
  ])('are found unchanged after creation, with %s', (_, record) => {
    const { chats } = open();
    chats.create(record);
    expect(chats.find(record.id)).toEqual(record);
  });

  it.each(['c2', '', 'c1\0', 'c1\0c', '\ud800', "' OR 1=1 --"])('are not found by %j', (id) => {
    const { chats } = open();
    chats.create(chat());
    expect(chats.find(id)).toBeUndefined();
  });

  it('are listed newest first, even if the clock stands still or goes back', () => {
    const { chats } = open();
    for (const [id, createdAt] of [
      ['a', 1000],
      ['b', 3000],
      ['c', 2000],
      ['d', 3000],
      ['e', 1000],
    ] as const)
      chats.create(chat({ id, createdAt }));
    expect(chats.list('main', {}, ALL).chats.map(({ id }) => id)).toEqual(['e', 'd', 'c', 'b', 'a']);
    chats.update('c', { isFavorite: true }, 500);
    chats.update('b', { isFavorite: true }, 400);
    expect(chats.list('main', { isFavorite: true }, ALL).chats.map(({ id }) => id)).toEqual(['c', 'b']);
  });

  it('are listed without those of other credentials, of the application, and deleted ones', () => {
    const { chats } = open();
    chats.create(chat({ id: 'mine' }));
    chats.create(chat({ id: 'other', credentialId: 'second' }));
    chats.create(chat({ id: 'application', credentialId: null }));
    chats.create(chat({ id: 'created-deleted', isDeleted: true }));
    chats.create(chat({ id: 'deleted' }));
    chats.delete('deleted');
    chats.delete('deleted');
    expect(chats.list('main', {}, ALL)).toEqual({ chats: [chat({ id: 'mine' })], total: 1 });
    expect(chats.find('deleted')?.isDeleted).toBe(true);
  });

  it.each([
    [{}, ['d', 'c', 'b', 'a']],
    [{ isFavorite: true }, ['d', 'b']],
    [{ isFavorite: false }, ['c', 'a']],
  ])('are filtered by %j, and so is the total', (filter, ids) => {
    const { chats } = open();
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries())
      chats.create(chat({ id, createdAt: index, isFavorite: id === 'b' }));
    chats.update('d', { isFavorite: true }, 5000);
    const listed = chats.list('main', filter, ALL);
    expect({ ...listed, chats: listed.chats.map(({ id }) => id) }).toEqual({
      chats: ids,
      total: ids.length,
    });
  });

  it('keep their id when they are deleted', () => {
    const { chats } = open();
    chats.create(chat());
    chats.delete('c1');
    expect(() => chats.create(chat())).toThrow();
  });

  it('cannot be changed if they do not exist', () => {
    expect(() => open().chats.update('c9', {}, 5000)).toThrow(MissingRecordError);
  });
});
