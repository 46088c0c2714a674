import type { DatabaseSync } from 'node:sqlite';
import type { PermissionMode } from '../../../../generated/types.d.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { ChatRecord, Chats } from '../store.ts';
import { MissingRecordError } from '../store-error.ts';
import { fromJsonText, toJsonText } from './json-text.ts';
import { prepare } from './statement.ts';

interface ChatRow {
  readonly number: number;
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

/** Chats that are kept as records. They are read often, and making fifty records costs more than finding them. */
const KEPT = 10_000;

/** Pages that are kept as they were last read, for clients that look again and again. */
const KEPT_PAGES = 100;

export interface SqliteChats extends Chats {
  /** The chat was changed by other means than this. */
  forget(id: string): void;
}

export function sqliteChats(database: DatabaseSync): SqliteChats {
  /** By number, as lists name chats, and by id, as everybody else does. */
  const kept = new BoundedMap<number | string, ChatRecord>(2 * KEPT);
  /** Whatever changes a chat may change any of them, and lets go of all. */
  const pages = new BoundedMap<string, ReturnType<Chats['list']>>(KEPT_PAGES);
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

  const keep = (row: ChatRow) => {
    const chat = chatOf(row);
    kept.set(row.number, chat);
    kept.set(row.id, chat);
    return chat;
  };
  const find = (id: string) => {
    const known = kept.get(id);
    if (known) return known;
    const row = select.get(id);
    return row && keep(row);
  };
  const load = ({ number }: { readonly number: number }) =>
    kept.get(number) ?? keep(selectByNumber.get(number) as ChatRow);
  const readPage: Chats['list'] = (credentialId, { isFavorite }, { offset, limit }) => {
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
  };
  const forget = (id: string) => {
    pages.clear();
    kept.delete(id);
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
      pages.clear();
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
    list(credentialId, filter, page) {
      const name = JSON.stringify([credentialId, filter.isFavorite, page.offset, page.limit]);
      const known = pages.get(name);
      if (known) return known;
      const read = readPage(credentialId, filter, page);
      pages.set(name, read);
      return read;
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
