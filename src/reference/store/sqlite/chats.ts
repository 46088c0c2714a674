import type { DatabaseSync } from 'node:sqlite';
import type { PermissionMode } from '../../../../generated/types.d.ts';
import type { ChatRecord, StoredChats } from '../store.ts';
import { MissingRecordError } from '../store-error.ts';
import { fromJsonText, prepare, toJsonText } from './sql.ts';

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

/** Reads every chat and every page from the database. chat-cache.ts caches them. */
export function sqliteChats(database: DatabaseSync): StoredChats {
  const insert = prepare(
    database,
    `INSERT INTO chats (id, credential_id, user_id, name, is_favorite, permission_mode, model_id,
                        created_at, updated_at, is_deleted)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const select = prepare<ChatRow>(database, 'SELECT * FROM chats WHERE id = ?');
  const list = prepare<ChatRow>(
    database,
    `SELECT * FROM chats WHERE credential_id = ? AND is_deleted = 0
     ORDER BY number DESC LIMIT ? OFFSET ?`,
  );
  const listByFavorite = prepare<ChatRow>(
    database,
    `SELECT * FROM chats WHERE credential_id = ? AND is_favorite = ? AND is_deleted = 0
     ORDER BY number DESC LIMIT ? OFFSET ?`,
  );
  const totals = prepare<TotalRow>(
    database,
    'SELECT is_favorite, total FROM chat_totals WHERE credential_id = ?',
  );
  // The last activity never moves backwards, even if the machine's clock does.
  const update = prepare(
    database,
    'UPDATE chats SET name = ?, is_favorite = ?, updated_at = max(updated_at, ?) WHERE id = ?',
  );
  const touch = prepare(database, 'UPDATE chats SET updated_at = max(updated_at, ?) WHERE id = ?');
  const remove = prepare(database, 'UPDATE chats SET is_deleted = 1 WHERE id = ?');

  const find = (id: string) => {
    const row = select.get(id);
    return row && chatOf(row);
  };
  const get = (id: string) => {
    const chat = find(id);
    if (!chat) throw new MissingRecordError('chat', id);
    return chat;
  };
  const countChats = (credentialId: string, isFavorite?: boolean) =>
    totals
      .all(credentialId)
      .filter((row) => isFavorite === undefined || row.is_favorite === Number(isFavorite))
      .reduce((sum, row) => sum + row.total, 0);

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
      const total = countChats(credentialId, isFavorite);
      if (offset >= total) return { chats: [], total };
      // SQLite counts with 64-bit integers, and a larger limit would be an error.
      const size = Math.min(limit, total);
      const rows =
        isFavorite === undefined
          ? list.all(credentialId, size, offset)
          : listByFavorite.all(credentialId, Number(isFavorite), size, offset);
      return { chats: rows.map(chatOf), total };
    },
    update(id, { name, isFavorite }, at) {
      const chat = get(id);
      update.run(
        nameText(name === undefined ? chat.name : name),
        Number(isFavorite ?? chat.isFavorite),
        at,
        id,
      );
      return get(id);
    },
    touch(id, at) {
      touch.run(at, id);
    },
    delete(id) {
      remove.run(id);
    },
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
