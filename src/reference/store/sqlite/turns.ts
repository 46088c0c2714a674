import type { DatabaseSync } from 'node:sqlite';
import type { AgentsSupport } from '../../../../generated/types.d.ts';
import { parseExactly } from '../../exact-json.ts';
import type { StoredChats, TurnClose, TurnRecord, TurnStart, Turns } from '../store.ts';
import { atomically, fromJsonText, prepare, toJsonText } from './sql.ts';

interface TurnRow {
  readonly id: number;
  readonly chat_id: string;
  readonly credential_id: string | null;
  readonly user_id: number;
  readonly request_id: string;
  readonly key: string | null;
  readonly fingerprint: string | null;
  readonly prompt: string;
  readonly metadata: string | null;
  readonly agents: string | null;
  readonly created_at: number;
  readonly status: TurnClose['status'] | null;
  readonly content: string | null;
  readonly outcome: string | null;
}

/** The members of an outcome that share one column; the others have their own. */
type Outcome = Omit<TurnClose, 'status' | 'content'>;

/**
 * The text of an open turn is a journal of pieces, so that the cost of storing the next words depends on their length and not on
 * the length of the answer. When the turn closes, the whole text replaces the pieces.
 *
 * @param chats receives the chat that a turn creates, and the chat's last activity
 */
export function sqliteTurns(database: DatabaseSync, chats: Pick<StoredChats, 'create' | 'touch'>): Turns {
  const insert = prepare(
    database,
    `INSERT INTO turns (chat_id, credential_id, user_id, request_id, key, fingerprint, prompt, metadata, agents,
                        created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const journal = prepare(
    database,
    'INSERT INTO turn_pieces (turn_id, text) SELECT id, ? FROM turns WHERE id = ? AND status IS NULL',
  );
  const pieces = prepare<{ text: string }>(
    database,
    'SELECT text FROM turn_pieces WHERE turn_id = ? ORDER BY number',
  );
  const removePieces = prepare(database, 'DELETE FROM turn_pieces WHERE turn_id = ?');
  const close = prepare<{ chat_id: string }>(
    database,
    `UPDATE turns SET status = ?, content = ?, outcome = ? WHERE id = ? AND status IS NULL
     RETURNING chat_id`,
  );
  const select = prepare<TurnRow>(database, 'SELECT * FROM turns WHERE id = ?');
  const selectByKey = prepare<TurnRow>(database, 'SELECT * FROM turns WHERE credential_id = ? AND key = ?');
  const selectOpen = prepare<{ id: number }>(
    database,
    'SELECT id FROM turns WHERE chat_id = ? AND status IS NULL ORDER BY id LIMIT 1',
  );
  const listOpen = prepare<{ id: number }>(database, 'SELECT id FROM turns WHERE status IS NULL ORDER BY id');
  const list = prepare<TurnRow>(
    database,
    'SELECT * FROM turns WHERE chat_id = ? ORDER BY id LIMIT ? OFFSET ?',
  );
  const total = prepare<{ turn_total: number }>(database, 'SELECT turn_total FROM chats WHERE id = ?');
  const forgetKeys = prepare(
    database,
    `UPDATE turns SET key = NULL, fingerprint = NULL
     WHERE key IS NOT NULL AND status IS NOT NULL AND created_at < ?`,
  );

  const textSoFar = (id: number) =>
    pieces
      .all(id)
      .map(({ text }) => fromJsonText<string>(text))
      .join('');
  const turnOf = (row: TurnRow): TurnRecord => {
    const ended = closeOf(row);
    return { ...startOf(row), content: ended?.content ?? textSoFar(row.id), ...(ended && { close: ended }) };
  };

  return {
    begin(turn, newChat) {
      return atomically(database, () => {
        if (newChat) chats.create(newChat);
        const { id } = insert.run(
          turn.chatId,
          turn.credentialId,
          turn.userId,
          turn.requestId,
          turn.key ? toJsonText(turn.key.value) : null,
          turn.key ? toJsonText(turn.key.fingerprint) : null,
          toJsonText(turn.prompt),
          turn.metadata && toJsonText(turn.metadata),
          turn.agents ? toJsonText(turn.agents) : null,
          turn.createdAt,
        );
        return id;
      });
    },
    append(texts) {
      atomically(database, () => {
        for (const { turnId, text, replace } of texts) {
          if (replace) removePieces.run(turnId);
          journal.run(toJsonText(text), turnId);
        }
      });
    },
    close(id, { status, content, ...outcome }, at) {
      return atomically(database, () => {
        const closed = close.get(status, toJsonText(content), toJsonText(outcome satisfies Outcome), id);
        if (!closed) return false;
        removePieces.run(id);
        chats.touch(closed.chat_id, at);
        return true;
      });
    },
    find(id) {
      const row = select.get(id);
      return row && turnOf(row);
    },
    findByKey(credentialId, key) {
      const row = selectByKey.get(credentialId, toJsonText(key));
      return row && turnOf(row);
    },
    findOpen: (chatId) => selectOpen.get(chatId)?.id,
    listOpen: () => listOpen.all().map(({ id }) => id),
    list(chatId, { offset, limit }) {
      const { turn_total = 0 } = total.get(chatId) ?? {};
      if (offset >= turn_total || limit === 0) return { turns: [], total: turn_total };
      return { turns: list.all(chatId, Math.min(limit, turn_total), offset).map(turnOf), total: turn_total };
    },
    forgetKeys(before) {
      forgetKeys.run(before);
    },
  };
}

function startOf(row: TurnRow): Omit<TurnRecord, 'content' | 'close'> {
  const key = keyOf(row);
  return {
    id: row.id,
    chatId: row.chat_id,
    credentialId: row.credential_id,
    userId: row.user_id,
    requestId: row.request_id,
    ...(key && { key }),
    prompt: fromJsonText(row.prompt),
    // Its numbers keep the text that the client sent.
    metadata: row.metadata === null ? null : (parseExactly(row.metadata) as Record<string, unknown>),
    ...(row.agents !== null && { agents: fromJsonText<AgentsSupport>(row.agents) }),
    createdAt: row.created_at,
  };
}

function keyOf({ key, fingerprint }: TurnRow): TurnStart['key'] {
  if (key === null || fingerprint === null) return undefined;
  return { value: fromJsonText(key), fingerprint: fromJsonText(fingerprint) };
}

function closeOf({ status, content, outcome }: TurnRow): TurnClose | undefined {
  if (status === null || content === null || outcome === null) return undefined;
  return { status, content: fromJsonText(content), ...fromJsonText<Outcome>(outcome) };
}
