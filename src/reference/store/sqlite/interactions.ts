import type { DatabaseSync } from 'node:sqlite';
import type { InteractionKind, InteractionRecord, InteractionState, Interactions } from '../store.ts';
import { prepare } from './sql.ts';

interface InteractionRow {
  readonly id: string;
  readonly turn_id: number;
  readonly chat_id: string;
  readonly credential_id: string | null;
  readonly kind: InteractionKind;
  readonly state: InteractionState;
}

export function sqliteInteractions(database: DatabaseSync): Interactions {
  const insert = prepare(
    database,
    `INSERT INTO interactions (id, turn_id, chat_id, credential_id, kind, state) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const select = prepare<InteractionRow>(database, 'SELECT * FROM interactions WHERE id = ?');
  const change = prepare(database, 'UPDATE interactions SET state = ? WHERE id = ? AND state = ?');
  const expireOf = prepare(
    database,
    `UPDATE interactions SET state = 'expired' WHERE turn_id = ? AND state IN ('pending', 'claimed')`,
  );

  return {
    open({ id, turnId, chatId, credentialId, kind, state }) {
      insert.run(id, turnId, chatId, credentialId, kind, state);
    },
    find(id) {
      const row = select.get(id);
      return row && interactionOf(row);
    },
    change: (id, from, to) => change.run(to, id, from).changes === 1,
    expireOf(turnId) {
      expireOf.run(turnId);
    },
  };
}

function interactionOf(row: InteractionRow): InteractionRecord {
  return {
    id: row.id,
    turnId: row.turn_id,
    chatId: row.chat_id,
    credentialId: row.credential_id,
    kind: row.kind,
    state: row.state,
  };
}
