/** Sends the turns of pages, and passes on what people answer. */
import { nextRelay } from 'conversation-api/relay/next';
import { client, mayUse } from '../../../service.ts';

export const { POST } = nextRelay({
  client,
  mayUse: ({ headers }, chatId) => mayUse(headers, chatId),
  turnFor: ({ content }) => ({ content, permission_mode: 'manual' }),
});
