import { randomUUID } from 'node:crypto';
import type { Chat, CreateChatRequest, DeletedChat, UpdateChatRequest } from '../../../generated/types.d.ts';
import { refusal } from '../failures/api-failure.ts';
import { unlisted } from '../failures/unlisted.ts';
import type { JsonAnswer } from '../http/exchange.ts';
import { keepJson } from '../http/kept-json.ts';
import { freshChat } from '../store/fresh-chat.ts';
import type { ChatRecord } from '../store/store.ts';
import { listed, success } from './answers.ts';
import { type Context, offsetOf } from './context.ts';

export function listChats(context: Context): JsonAnswer {
  const isFavorite = readBoolean(context.request.query.is_favorite);
  const { chats, total } = context.ports.store.chats.list(
    context.credential.id,
    isFavorite === undefined ? {} : { isFavorite },
    offsetOf(context.page),
  );
  return listed(context, 'Chats listed', renderChats(chats), total);
}

export function createChat(context: Context): JsonAnswer {
  const { name = null, model_id = null, permission_mode = 'manual' } = context.body as CreateChatRequest;
  if (model_id !== null && !context.usable.model(model_id)) {
    throw unlisted('invalid-request', 'model_id is no model of the catalog.');
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

/** A turn that runs is cancelled first: nothing shall go on in a chat that is gone. */
export function deleteChat(context: Context): JsonAnswer {
  const { id } = ownChat(context);
  const { engine, store } = context.ports;
  engine.findLive(store.turns.findOpen(id))?.cut('cancelled');
  store.chats.delete(id);
  return success(context, 'Chat deleted', { id, deleted: true } satisfies DeletedChat);
}

/** The chat of the path. Missing, deleted and somebody else's answer alike (sections 2.1 and 4.1). */
export function ownChat({ chatId, credential, ports }: Context): ChatRecord {
  const chat = ports.store.chats.find(chatId);
  if (!chat || chat.isDeleted || chat.credentialId !== credential.id) throw refusal('not-found');
  return chat;
}

/** A page that the store still knows is the same array. */
const renderedPages = new WeakMap<readonly ChatRecord[], readonly Chat[]>();

function renderChats(records: readonly ChatRecord[]): readonly Chat[] {
  const known = renderedPages.get(records);
  if (known) return known;
  const chats = keepJson(Object.freeze(records.map(renderChat)));
  renderedPages.set(records, chats);
  return chats;
}

/** Records never change, so each is rendered once: half of what a page costs is spelling out its times. */
const rendered = new WeakMap<ChatRecord, Chat>();

function renderChat(record: ChatRecord): Chat {
  const known = rendered.get(record);
  if (known) return known;
  const chat: Chat = Object.freeze({
    id: record.id,
    name: record.name,
    is_favorite: record.isFavorite,
    permission_mode: record.permissionMode,
    model_id: record.modelId,
    created_at: new Date(record.createdAt).toISOString(),
    updated_at: new Date(record.updatedAt).toISOString(),
  });
  rendered.set(record, chat);
  return chat;
}

/** Other spellings of a boolean are open. */
function readBoolean(value: string | readonly string[] | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false')
    throw unlisted('invalid-request', 'is_favorite is true or false, given once.');
  return value === 'true';
}
