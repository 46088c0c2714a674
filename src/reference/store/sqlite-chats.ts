import type { DatabaseSync } from 'node:sqlite';
import type { PermissionMode } from '../../../generated/types.d.ts';
import { BoundedMap } from './bounded-map.ts';
import { fromJsonText, toJsonText } from './json-text.ts';
import { prepare } from './statement.ts';
import type { ChatRecord, Chats } from './store.ts';
import { MissingRecordError } from './store-error.ts';

interface ChatRow {
  readonly id: string;
  readonly credential_id: string | null;
  readonly user_id: number;
  readonly name: string | null;
  readonly is_favorite: 0 | 1;
  readonly permission_mode: PermissionMode;
  readonly model_id: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly is_deleted: 0 | 1;
}

interface TotalRow {
  readonly is_favorite: 0 | 1;
  readonly total: number;
}

/** Chats that are kept as records. A list is read often, and making fifty records costs more than finding them. */
const KEPT = 10_000;

export interface SqliteChats extends Chats {
  /** The chat was changed by other means than this. */
  forget(id: string): void;
}

export function sqliteChats(database: DatabaseSync): SqliteChats {
  const kept = new BoundedMap<number, ChatRecord>(KEPT);
  const insert = prepare(
    database,
    `INSERT INTO chats (id, credential_id, user_id, name, is_favorite, permission_mode, model_id,
                        created_at, updated_at, is_deleted)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const select = prepare<ChatRow>(database, 'SELECT * FROM chats WHERE id = ?');
  const selectByNumber = prepare<ChatRow>(database, 'SELECT * FROM chats WHERE number = ?');
  const numberOf = prepare<{ number: number }>(database, 'SELECT number FROM chats WHERE id = ?');
  const list = prepare<{ number: number }>(
    database,
    `SELECT number FROM chats WHERE credential_id = ? AND is_deleted = 0
     ORDER BY created_at DESC, number DESC LIMIT ? OFFSET ?`,
  );
  const listByFavorite = prepare<{ number: number }>(
    database,
    `SELECT number FROM chats WHERE credential_id = ? AND is_favorite = ? AND is_deleted = 0
     ORDER BY created_at DESC, number DESC LIMIT ? OFFSET ?`,
  );
  const totals = prepare<TotalRow>(
    database,
    'SELECT is_favorite, total FROM chat_totals WHERE credential_id = ?',
  );
  // Activity never moves backwards, even if the machine's clock does.
  const update = prepare(
    database,
    'UPDATE chats SET name = ?, is_favorite = ?, updated_at = max(updated_at, ?) WHERE id = ?',
  );
  const remove = prepare(database, 'UPDATE chats SET is_deleted = 1 WHERE id = ?');

  const find = (id: string) => {
    const row = select.get(id);
    return row && chatOf(row);
  };
  const load = ({ number }: { readonly number: number }) => {
    const known = kept.get(number);
    if (known) return known;
    const chat = chatOf(selectByNumber.get(number) as ChatRow);
    kept.set(number, chat);
    return chat;
  };
  const forget = (id: string) => {
    const row = numberOf.get(id);
    if (row) kept.delete(row.number);
  };
  const get = (id: string) => {
    const chat = find(id);
    if (!chat) throw new MissingRecordError('chat', id);
    return chat;
  };

  return {
    create(chat) {
      insert.run(
        chat.id,
        chat.credentialId,
        chat.userId,
        nameText(chat.name),
        Number(chat.isFavorite),
        chat.permissionMode,
        chat.modelId,
        chat.createdAt,
        chat.updatedAt,
        Number(chat.isDeleted),
      );
    },
    find,
    list(credentialId, { isFavorite }, { offset, limit }) {
      const total = totals
        .all(credentialId)
        .filter((row) => isFavorite === undefined || row.is_favorite === Number(isFavorite))
        .reduce((sum, row) => sum + row.total, 0);
      if (offset >= total) return { chats: [], total };
      // Numbers beyond what SQLite counts to are no page size for it.
      const size = Math.min(limit, total);
      const rows =
        isFavorite === undefined
          ? list.all(credentialId, size, offset)
          : listByFavorite.all(credentialId, Number(isFavorite), size, offset);
      return { chats: rows.map(load), total };
    },
    update(id, { name, isFavorite }, at) {
      const chat = get(id);
      update.run(
        nameText(name === undefined ? chat.name : name),
        Number(isFavorite ?? chat.isFavorite),
        at,
        id,
      );
      forget(id);
      return get(id);
    },
    delete(id) {
      remove.run(id);
      forget(id);
    },
    forget,
  };
}

function nameText(name: string | null): string | null {
  return name === null ? null : toJsonText(name);
}

function chatOf(row: ChatRow): ChatRecord {
  return {
    id: row.id,
    credentialId: row.credential_id,
    userId: row.user_id,
    name: row.name === null ? null : fromJsonText<string>(row.name),
    isFavorite: row.is_favorite === 1,
    permissionMode: row.permission_mode,
    modelId: row.model_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    isDeleted: row.is_deleted === 1,
  };
}
