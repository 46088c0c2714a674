import { isObject, type JsonObject } from '../json.ts';

/** What requests do to chats and skills: the members that they can change (sections 4.1 and 4.5), and those that they set for certain. */
export const CHAT_EDITS = ['name', 'is_favorite'];
export const SKILL_EDITS = ['name', 'instructions', 'description', 'icon', 'visibility', 'workspace_id'];

/** What a chat has if its creation does not say otherwise (section 4.1). */
export function defaultsOfChat(body: unknown): JsonObject {
  return hasMember(body, 'permission_mode') ? {} : { permission_mode: 'manual' };
}

/** The same for a skill (section 2.4). What a library or a list of users means for the member that is not sent is open. */
export function defaultsOfSkill(body: unknown): JsonObject {
  return {
    ...(!hasMember(body, 'level') && !hasMember(body, 'workspace_id') && { level: 'personal' }),
    ...(!hasMember(body, 'visibility') && !hasMember(body, 'shared_user_ids') && { visibility: 'public' }),
  };
}

/** What a created or changed skill surely has. Some combinations are open. */
export function createdSkill(body: unknown): JsonObject {
  const { visibility, workspace_id: library, ...others } = given(body);
  const { level = hasMember(body, 'level') ? 'unknown' : 'personal' } = others;
  const isShared = visibility === 'shared';
  return {
    ...others,
    ...(visibility !== undefined && level === 'personal' && !isShared && { visibility }),
    ...(library !== undefined && level === 'workspace' && { workspace_id: library }),
  };
}

function hasMember(body: unknown, name: string): boolean {
  return isObject(body) && name in body;
}

/** The members of a request that have a value. What null and an empty text mean is left to the service. */
export function given(body: unknown): JsonObject {
  const hasValue = ([, value]: [string, unknown]) => value !== null && value !== '';
  return isObject(body) ? Object.fromEntries(Object.entries(body).filter(hasValue)) : {};
}
