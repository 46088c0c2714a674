import { randomUUID } from 'node:crypto';
import type { Chat, CreateChatRequest, DeletedChat, UpdateChatRequest } from '../../../generated/types.d.ts';
import { refusal } from '../failures/api-failure.ts';
import { unlisted } from '../failures/unlisted.ts';
import type { JsonAnswer } from '../http/exchange.ts';
import { withJson } from '../http/response.ts';
import { freshChat } from '../store/fresh-chat.ts';
import type { ChatRecord } from '../store/store.ts';
import { listed, success } from './answers.ts';
import { type Context, offsetOf } from './context.ts';

/** The condition in a refusal of a chat. It is the same for every reason. */
export const NO_CHAT = 'The chat does not exist, or the credential cannot see it.';

export function listChats(context: Context): JsonAnswer {
  const isFavorite = readBoolean(context.request.query.is_favorite);
  const { chats, total } = context.ports.store.chats.list(
    context.credential.id,
    isFavorite === undefined ? {} : { isFavorite },
    offsetOf(context.page),
  );
  return listed(context, 'Chats listed', renderPage(chats), total);
}

export function createChat(context: Context): JsonAnswer {
  const { name = null, model_id = null, permission_mode = 'manual' } = context.body as CreateChatRequest;
  if (model_id !== null && !context.usable.model(model_id)) {
    throw unlisted('invalid-request', 'model_id must be a model of the catalog.');
  }
  const { clock, store } = context.ports;
  const chosen = { name, modelId: model_id, permissionMode: permission_mode };
  const owner = { credentialId: context.credential.id, userId: context.credential.userId };
  const chat = freshChat(owner, randomUUID(), clock.now(), chosen);
  store.chats.create(chat);
  return success(context, 'Chat created', renderChat(chat));
}

export function getChat(context: Context): JsonAnswer {
  return success(context, 'Chat found', renderChat(ownChat(context)));
}

export function updateChat(context: Context): JsonAnswer {
  const { id } = ownChat(context);
  const { name, is_favorite } = context.body as UpdateChatRequest;
  const change = {
    ...(name !== undefined && { name }),
    ...(is_favorite !== undefined && { isFavorite: is_favorite }),
  };
  const changed = context.ports.store.chats.update(id, change, context.ports.clock.now());
  return success(context, 'Chat updated', renderChat(changed));
}

/** Cancels the chat's running turn first, so that no turn runs in a deleted chat. */
export function deleteChat(context: Context): JsonAnswer {
  const { id } = ownChat(context);
  const { engine, store } = context.ports;
  engine.findLive(store.turns.findOpen(id))?.cut('cancelled');
  store.chats.delete(id);
  return success(context, 'Chat deleted', { id, deleted: true } satisfies DeletedChat);
}

/** Finds the chat of the path. A missing, a deleted and another credential's chat get the same answer (sections 2.1 and 4.1). */
export function ownChat({ chatId, credential, ports }: Context): ChatRecord {
  const chat = ports.store.chats.find(chatId);
  if (!chat || chat.isDeleted || chat.credentialId !== credential.id) {
    throw refusal('not-found', { condition: NO_CHAT });
  }
  return chat;
}

/** Rendered records and pages. The store returns the same object until a chat changes, so each is rendered once. */
const rendered = new WeakMap<object, unknown>();

function renderOnce<Source extends object, Result>(
  source: Source,
  render: (source: Source) => Result,
): Result {
  const known = rendered.get(source) as Result | undefined;
  if (known !== undefined) return known;
  const result = render(source);
  rendered.set(source, result);
  return result;
}

function renderChat(record: ChatRecord): Chat {
  return renderOnce(record, chatOf);
}

function renderPage(records: readonly ChatRecord[]): readonly Chat[] {
  return renderOnce(records, () => withJson(records.map(chatOf)));
}

function chatOf(record: ChatRecord): Chat {
  return Object.freeze({
    id: record.id,
    name: record.name,
    is_favorite: record.isFavorite,
    permission_mode: record.permissionMode,
    model_id: record.modelId,
    created_at: new Date(record.createdAt).toISOString(),
    updated_at: new Date(record.updatedAt).toISOString(),
  });
}

/** The contract does not say whether other spellings of a boolean are valid. */
function readBoolean(value: string | readonly string[] | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false')
    throw unlisted('invalid-request', 'is_favorite must be one value, true or false.');
  return value === 'true';
}
