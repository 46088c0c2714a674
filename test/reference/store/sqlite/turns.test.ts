import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sqliteChats } from '../../../../src/reference/store/sqlite/chats.ts';
import { SCHEMA } from '../../../../src/reference/store/sqlite/schema.ts';
import { sqliteTurns } from '../../../../src/reference/store/sqlite/turns.ts';
import type { Store, TurnClose } from '../../../../src/reference/store/store.ts';
import { chat, HOSTILE, outcome, turn } from '../records.ts';
import { STORES } from '../stores.ts';

const KEY = { value: 'k1', fingerprint: 'f1' };

/** A text that is added, or one that replaces what came before. */
type Piece = string | { readonly replace: string };

const FULL: TurnClose = {
  status: 'error',
  content: HOSTILE,
  usage: {
    prompt_tokens: 1,
    completion_tokens: 2,
    total_tokens: 9,
    reasoning_tokens: 0,
    agent_tokens: 6,
    model: 'm',
    provider: 'p',
  },
  steps: [
    {
      key: 'agent',
      label: HOSTILE,
      label_code: 'agent',
      status: 'done',
      timestamp: '2026-03-02T08:30:00Z',
      agent: { task_id: 't', agent_id: null },
    },
  ],
  sources: [{ workspace_id: 1, file_id: 2, score: 0.1 + 0.2 }],
  anonymization: { replacements: [] },
  agentRuns: [{ task_id: 't' }],
  agents: { supported: false, reason: null },
  failure: { code: 'upstream_error', message: HOSTILE, retryable: false },
};

/** A store with the chat `c1`. */
function withChat(open: () => Store): Store {
  const store = open();
  store.chats.create(chat());
  return store;
}

describe.each(STORES)('turns %s', (_, open) => {
  it.each([
    ['of the application', turn({ credentialId: null })],
    ['with a key', turn({ key: KEY })],
    ['with a key that breaks encodings', turn({ key: { value: HOSTILE, fingerprint: HOSTILE } })],
    ['with a prompt that breaks encodings', turn({ prompt: HOSTILE })],
    ['with an empty prompt', turn({ prompt: '' })],
    ['with empty metadata', turn({ metadata: {} })],
    [
      'with metadata that breaks encodings',
      turn({ metadata: { [HOSTILE]: [HOSTILE, null, 1e300, { a: {} }] } }),
    ],
    ['with metadata that names a prototype', turn({ metadata: JSON.parse('{"__proto__":{"a":1}}') })],
  ])('are found unchanged after their start, %s', (_, start) => {
    const { turns } = withChat(open);
    const id = turns.begin(start);
    expect(turns.find(id)).toStrictEqual({ ...start, id, content: '' });
    expect(JSON.stringify(turns.find(id)?.metadata)).toBe(JSON.stringify(start.metadata));
  });

  it.each([
    ['nothing but text', outcome()],
    ['no text', outcome({ status: 'cancelled', content: '' })],
    ['everything', FULL],
  ])('are found unchanged after they closed, with %s', (_, close) => {
    const { turns } = withChat(open);
    const id = turns.begin(turn());
    expect(turns.close(id, close, 5000)).toBe(true);
    expect(turns.find(id)).toStrictEqual({ ...turn(), id, content: close.content, close });
  });

  it('begin together with their new chat, or not at all', () => {
    const { turns, chats } = withChat(open);
    turns.begin(turn({ chatId: 'c2', key: KEY }), chat({ id: 'c2' }));
    expect(chats.find('c2')).toEqual(chat({ id: 'c2' }));

    expect(() => turns.begin(turn({ chatId: 'c3', key: KEY }), chat({ id: 'c3' }))).toThrow();
    expect(chats.find('c3')).toBeUndefined();
    expect(chats.list('main', {}, { offset: 0, limit: 9 }).total).toBe(2);
  });

  it.each<[string, Piece[], string]>([
    ['nothing', [], ''],
    ['pieces in their order', ['The ', 'ferry', '', '.'], 'The ferry.'],
    ['what takes the place of the rest', ['Old', { replace: 'New' }, ' text'], 'New text'],
    ['what empties it', ['Old', { replace: '' }], ''],
    ['a character cut in two', ['\ud83d', '\ude00'], '😀'],
    ['what breaks encodings', [HOSTILE, HOSTILE], HOSTILE + HOSTILE],
  ])('have the text so far while they are open: %s', (_, pieces, content) => {
    for (const together of [true, false]) {
      const { turns } = withChat(open);
      const other = turns.begin(turn());
      const turnId = turns.begin(turn());
      const texts = pieces.map((piece) =>
        typeof piece === 'string'
          ? { turnId, text: piece, replace: false }
          : { turnId, text: piece.replace, replace: true },
      );
      turns.append([{ turnId: other, text: 'Other', replace: false }]);
      if (together) turns.append(texts);
      else for (const text of texts) turns.append([text]);
      expect(turns.find(turnId)?.content).toBe(content);
      expect(turns.list('c1', { offset: 0, limit: 9 }).turns.map((one) => one.content)).toEqual([
        'Other',
        content,
      ]);
    }
  });

  it('close once', () => {
    const { turns, chats } = withChat(open);
    const id = turns.begin(turn());
    expect(turns.close(id, outcome(), 5000)).toBe(true);
    expect(turns.close(id, outcome({ status: 'error', content: 'Late' }), 6000)).toBe(false);
    expect(turns.close(id + 1, outcome(), 6000)).toBe(false);
    expect(turns.find(id)?.close).toEqual(outcome());
    expect(chats.find('c1')?.updatedAt).toBe(5000);
  });

  it('keep their outcome when text arrives after they closed', () => {
    const { turns } = withChat(open);
    const id = turns.begin(turn());
    turns.append([{ turnId: id, text: 'Draft', replace: false }]);
    turns.close(id, outcome(), 5000);
    turns.append([
      { turnId: id, text: 'Late', replace: false },
      { turnId: id, text: 'Later', replace: true },
      { turnId: 99, text: 'Nobody', replace: false },
    ]);
    expect(turns.find(id)?.content).toBe('At nine.');
  });

  it('set the last activity of their chat, which never moves backwards', () => {
    const { turns, chats } = withChat(open);
    for (const at of [5000, 4000]) turns.close(turns.begin(turn()), outcome(), at);
    expect(chats.find('c1')?.updatedAt).toBe(5000);
  });

  it.each([
    ['main', 'k1', 1],
    ['second', 'k1', 2],
    ['main', 'k2', undefined],
    ['main', 'k1\0', undefined],
    ['main', '\ud800', 3],
    ['main', '\ufffd', undefined],
  ])('are found by the key of their credential: %s, %j', (credentialId, key, id) => {
    const { turns } = withChat(open);
    turns.begin(turn({ key: KEY }));
    turns.begin(turn({ key: KEY, credentialId: 'second' }));
    turns.begin(turn({ key: { value: '\ud800', fingerprint: 'f' } }));
    turns.begin(turn());
    expect(turns.findByKey(credentialId, key)?.id).toBe(id);
  });

  it('of one credential cannot share a key', () => {
    const { turns } = withChat(open);
    turns.begin(turn({ key: KEY }));
    expect(() => turns.begin(turn({ key: KEY }))).toThrow();
    expect(turns.list('c1', { offset: 0, limit: 9 }).total).toBe(1);
  });

  it('lose their key once they are old and closed', () => {
    const { turns } = withChat(open);
    const begin = (value: string, createdAt: number) =>
      turns.begin(turn({ key: { value, fingerprint: value }, createdAt }));
    const old = begin('old', 1000);
    begin('old-and-open', 1000);
    const young = begin('young', 2000);
    for (const id of [old, young]) turns.close(id, outcome(), 5000);

    turns.forgetKeys(2000);

    const known = ['old', 'old-and-open', 'young'].filter((key) => turns.findByKey('main', key));
    expect(known).toEqual(['old-and-open', 'young']);
    expect(turns.find(old)).toStrictEqual({
      ...turn({ createdAt: 1000 }),
      id: old,
      content: 'At nine.',
      close: outcome(),
    });
  });

  it('are found by their chat and listed while they are open', () => {
    const { turns, chats } = withChat(open);
    chats.create(chat({ id: 'c2' }));
    const [closed, open1] = [turns.begin(turn()), turns.begin(turn())];
    const open2 = turns.begin(turn({ chatId: 'c2', credentialId: null }));
    turns.close(closed, outcome(), 5000);
    expect([turns.findOpen('c1'), turns.findOpen('c2'), turns.findOpen('c3')]).toEqual([
      open1,
      open2,
      undefined,
    ]);
    expect(turns.listOpen()).toEqual([open1, open2]);
  });

  it.each([
    [{ offset: 0, limit: 2 }, [0, 1]],
    [{ offset: 2, limit: 2 }, [2]],
    [{ offset: 3, limit: 2 }, []],
    [{ offset: 1e300, limit: 2 }, []],
    [{ offset: 0, limit: 1e300 }, [0, 1, 2]],
  ])('are listed oldest first on page %j of a chat', (page, positions) => {
    const { turns, chats } = withChat(open);
    chats.create(chat({ id: 'c2' }));
    const ids = [0, 1, 2].map(() => {
      turns.begin(turn({ chatId: 'c2' }));
      return turns.begin(turn());
    });
    const listed = turns.list('c1', page);
    expect(listed.turns.map(({ id }) => id)).toEqual(positions.map((position) => ids[position]));
    expect(listed.total).toBe(3);
    expect(turns.list('c3', page)).toEqual({ turns: [], total: 0 });
  });

  it.each([0, -1, 1.5, 2 ** 53 + 2, 2 ** 63, 1e300, Number.NaN, Number.POSITIVE_INFINITY])(
    'are not found by id %d',
    (id) => {
      const { turns } = withChat(open);
      turns.begin(turn());
      expect(turns.find(id)).toBeUndefined();
    },
  );
});

it('the journal of pieces has no pieces of closed turns, even if text arrives late', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(SCHEMA);
  const chats = sqliteChats(database);
  const turns = sqliteTurns(database, chats);
  chats.create(chat());
  const [closed, running] = [turns.begin(turn()), turns.begin(turn())];
  const say = (turnId: number) => ({ turnId, text: 'Word', replace: false });
  turns.append([say(closed), say(running)]);
  turns.close(closed, outcome(), 5000);
  turns.append([say(closed)]);
  expect(database.prepare('SELECT turn_id FROM turn_pieces').all()).toEqual([{ turn_id: running }]);
});
