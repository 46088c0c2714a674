import type { ChatRecord, Owner } from './store.ts';

type Chosen = Pick<ChatRecord, 'name' | 'modelId' | 'permissionMode'>;

/** The name and settings of a chat that a send creates. */
const DEFAULTS: Chosen = { name: null, modelId: null, permissionMode: 'manual' };

/** @returns the record of a new chat. @param now milliseconds since the epoch */
export function freshChat(
  { credentialId, userId }: Owner,
  id: string,
  now: number,
  chosen: Partial<Chosen> = {},
): ChatRecord {
  return {
    id,
    credentialId,
    userId,
    ...DEFAULTS,
    ...chosen,
    isFavorite: false,
    createdAt: now,
    updatedAt: now,
    isDeleted: false,
  };
}
