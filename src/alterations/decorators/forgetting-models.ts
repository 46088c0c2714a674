import { rewriteStore } from './rewrite-store.ts';

/** Turns are not told the model of their chat. */
export const forgettingModels = rewriteStore('chats', ({ find }) => ({
  find(id) {
    const chat = find(id);
    return chat && { ...chat, modelId: null };
  },
}));
