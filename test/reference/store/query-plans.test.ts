import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sqliteChats } from '../../../src/reference/store/sqlite/chats.ts';
import { sqliteInteractions } from '../../../src/reference/store/sqlite/interactions.ts';
import { SCHEMA } from '../../../src/reference/store/sqlite/schema.ts';
import { sqliteSkills } from '../../../src/reference/store/sqlite/skills.ts';
import { sqliteTurns } from '../../../src/reference/store/sqlite/turns.ts';

/** The statements that the store prepares, each with the steps of SQLite's plan. */
function explainStatements(): readonly (readonly [sql: string, plan: readonly string[]])[] {
  const database = new DatabaseSync(':memory:');
  database.exec(SCHEMA);
  const statements: string[] = [];
  const spy = new Proxy(database, {
    get(target, name) {
      if (name !== 'prepare') return Reflect.get(target, name, target);
      return (sql: string) => {
        statements.push(sql);
        return target.prepare(sql);
      };
    },
  });
  sqliteTurns(spy, sqliteChats(spy));
  sqliteInteractions(spy);
  sqliteSkills(spy);
  return statements.map((sql) => {
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    return [sql.replaceAll(/\s+/g, ' '), steps.map(({ detail }) => String(detail))];
  });
}

const PLANS = explainStatements();

/** The plan of the only statement that starts with the given text. */
function planOf(beginning: string): readonly string[] {
  const found = PLANS.filter(([sql]) => sql.startsWith(beginning));
  expect(found).toHaveLength(1);
  return found[0]?.[1] ?? [];
}

describe('the statements of the store', () => {
  it.each(PLANS)('do not scan a table: %s', (sql, plan) => {
    const scans = plan.filter((step) => step.startsWith('SCAN'));
    expect(scans, sql).toEqual([]);
  });

  it.each(
    Object.entries({
      'SELECT * FROM chats WHERE credential_id = ? AND is_deleted = 0':
        'SEARCH chats USING INDEX chats_listed (credential_id=?)',
      'SELECT * FROM chats WHERE credential_id = ? AND is_favorite = ?':
        'SEARCH chats USING INDEX chats_listed_by_favorite (credential_id=? AND is_favorite=?)',
      'SELECT * FROM turns WHERE chat_id = ?': 'SEARCH turns USING INDEX turns_of_chat (chat_id=?)',
      'SELECT id FROM turns WHERE chat_id = ?':
        'SEARCH turns USING COVERING INDEX turns_open (status=? AND chat_id=?)',
      'SELECT * FROM turns WHERE credential_id = ? AND key = ?':
        'SEARCH turns USING INDEX turns_by_key (credential_id=? AND key=?)',
      'UPDATE turns SET key = NULL': 'SEARCH turns USING INDEX turns_keyed (created_at<?)',
      'SELECT text FROM turn_pieces': 'SEARCH turn_pieces USING INDEX pieces_of_turn (turn_id=?)',
      'SELECT skill_id FROM skill_audience': 'SEARCH skill_audience USING PRIMARY KEY (audience=?)',
    }),
  )('search an index in its order, without sorting: %s', (beginning, step) => {
    expect(planOf(beginning)).toEqual([step]);
  });

  it('do not count rows', () => {
    expect(PLANS.filter(([sql]) => /count\(/i.test(sql))).toEqual([]);
  });
});
