import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sqliteChats } from '../../../../src/reference/store/sqlite/chats.ts';
import { SCHEMA } from '../../../../src/reference/store/sqlite/schema.ts';
import { sqliteTurns } from '../../../../src/reference/store/sqlite/turns.ts';
import type { Store, TurnClose } from '../../../../src/reference/store/store.ts';
import { chat, HOSTILE, outcome, turn } from '../records.ts';
import { STORES } from '../stores.ts';

const KEY = { value: 'k1', fingerprint: 'f1' };

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
