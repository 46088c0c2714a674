import type { ChatRecord, Owner } from './store.ts';

type Chosen = Pick<ChatRecord, 'name' | 'modelId' | 'permissionMode'>;

/** What a chat that nobody described is like: nameless, and with the defaults. */
const UNDESCRIBED: Chosen = { name: null, modelId: null, permissionMode: 'manual' };

/** A chat that begins now, a moment in milliseconds since the epoch. */
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
    ...UNDESCRIBED,
    ...chosen,
    isFavorite: false,
    createdAt: now,
    updatedAt: now,
    isDeleted: false,
  };
}
